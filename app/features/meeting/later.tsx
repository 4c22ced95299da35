import { type ComponentType, useEffect, useState } from "react";

const FIRST_MS = 300;
const AGAIN_MS = 5000;
const TRIES_MAX = 5;

type LaterProps<Props extends object> = { load: () => Promise<ComponentType<Props>>; props: Props };

/**
 * A part of the page that nobody needs in its first moment: its script comes when the page already works, and is asked
 * for again where it did not come. Without it the page reads and plays as before. `load` must be the same at each drawing.
 */
export function Later<Props extends object>({ load, props }: LaterProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (Part || tries >= TRIES_MAX) return;
    const timer = setTimeout(
      () => {
        load().then(
          (loaded) => setPart(() => loaded),
          () => setTries(tries + 1),
        );
      },
      tries === 0 ? FIRST_MS : AGAIN_MS,
    );
    return () => clearTimeout(timer);
  }, [load, Part, tries]);
  return Part && <Part {...props} />;
}
