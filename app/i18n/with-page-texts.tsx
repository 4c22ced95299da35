import i18next from "i18next";
import { type ComponentType, useEffect, useState } from "react";
import { loadPageTexts } from "#app/i18n/load-texts.ts";

const AGAIN_MS = 2000;

function haveCome(): boolean {
  return typeof document === "undefined" || i18next.hasResourceBundle(i18next.language, "home");
}

/**
 * A page that is not a meeting, with its texts. Where it is opened first the entry has them before it hydrates; who comes from
 * a meeting finds them loaded too, because the entry fetches them as soon as that page works, or waits for them here.
 */
export function withPageTexts<Props extends object>(Page: ComponentType<Props>): ComponentType<Props> {
  return function PageWithTexts(props: Props) {
    const [isHere, setHere] = useState(haveCome);
    const [tries, setTries] = useState(0);
    useEffect(() => {
      if (isHere) return;
      const ask = () =>
        loadPageTexts().then(
          () => setHere(true),
          () => setTries(tries + 1),
        );
      const timer = setTimeout(() => void ask(), tries === 0 ? 0 : AGAIN_MS);
      return () => clearTimeout(timer);
    }, [isHere, tries]);
    return isHere ? <Page {...props} /> : null;
  };
}
