import {
  type ComponentType,
  lazy,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";

const AGAIN_MS = 5000;
const TRIES_MAX = 5;

type Options<Props> = {
  /** The wrapping element: "div", or "span" within a line of text. It has no effect on the layout. */
  as?: "div" | "span";
  /** Shown after the first attempt failed; without it, the server's HTML stays. */
  lost?: ComponentType<Props>;
};

/** `fetchAhead` loads the script and the texts before the part is drawn, so that it then appears at once. */
type LaterPart<Props> = ComponentType<Props> & { fetchAhead: () => void };

/**
 * A part of a page whose script and texts load when it is drawn, so that other pages do not load them. The server renders it at
 * once, so it has its place from the start and moves nothing. In the browser the server's HTML stays until the script has
 * loaded, also when messages arrive meanwhile; then the part replaces it. A failed load is tried again. If a button is pressed
 * earlier, the press is kept and repeated when the part has loaded.
 *
 * There is no Suspense around it: React discards the content of a boundary that waits for hydration at the first update that
 * reaches it (React's error 421), and the content below it would jump twice. A navigation is enough to cause this.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { as: Place = "div", lost }: Options<Props> = {},
): LaterPart<Props> {
  // React's type of a lazy component includes a ref, which these components do not have.
  const OnServer = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  let come: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    const [part] = await Promise.all([load(), loadLaterTexts()]);
    come = part;
    return part;
  };

  function InBrowser(props: Props) {
    const { Part, place } = usePart(come, fetchPart, lost);
    if (Part === null) {
      // oxlint-disable-next-line react/no-danger -- empty: React leaves what stands inside alone
      return <Place ref={place} className="later" dangerouslySetInnerHTML={AS_IT_STANDS} suppressHydrationWarning />;
    }
    return (
      <Place key="here" ref={place} className="later">
        <Part {...props} />
      </Place>
    );
  }

  function LaterPart(props: Props) {
    if (typeof document !== "undefined") return <InBrowser {...props} />;
    return (
      <Place className="later">
        <OnServer {...props} />
      </Place>
    );
  }
  // After a failed load, drawing the part loads it again.
  return Object.assign(LaterPart, { fetchAhead: () => void fetchPart().catch(() => undefined) });
}

const AS_IT_STANDS = { __html: "" };

/** `Part`: the part when it has loaded; before that `lost` after a failure, or null. `place`: the ref of its element. */
function usePart<Props>(
  come: ComponentType<Props> | null,
  fetchPart: () => Promise<ComponentType<Props>>,
  lost: ComponentType<Props> | undefined,
) {
  const [part, setPart] = useState(() => come);
  const [tries, setTries] = useState(0);
  const place = useRef<HTMLElement | null>(null);
  const stop = useRef(-1);
  useKeptPress(place, part !== null);
  useEffect(() => {
    if (part || tries >= TRIES_MAX) return;
    const take = (fetched: ComponentType<Props>) => {
      stop.current = stopsIn(place.current).findIndex((each) => each === document.activeElement);
      setPart(() => fetched);
    };
    const ask = () => fetchPart().then(take, () => setTries(tries + 1));
    const timer = setTimeout(() => void ask(), tries === 0 ? 0 : AGAIN_MS);
    return () => clearTimeout(timer);
  }, [part, tries, fetchPart]);
  // Restores the focus if it was on an element of the server's HTML.
  useLayoutEffect(() => {
    if (part) stopsIn(place.current)[stop.current]?.focus({ preventScroll: true });
  }, [part]);
  const setPlace = useCallback((element: HTMLElement | null) => {
    place.current = element;
  }, []);
  return { Part: part ?? (tries > 0 && lost ? lost : null), place: setPlace };
}

const KEPT = "button, a[data-needs-script]";

type Press = { index: number; said: string | null };

/** For a link that carries more data than its URL. */
export const NEEDS_SCRIPT = { "data-needs-script": "" };

/**
 * Keeps the last press of a button in the server's HTML. When the part has loaded, it presses the button in the same place if
 * that has the same text: a recording that has ended meanwhile is not stopped again. Links work without a script, except those
 * with NEEDS_SCRIPT.
 */
function useKeptPress(place: RefObject<HTMLElement | null>, isHere: boolean): void {
  const last = useRef<Press | null>(null);
  useEffect(() => {
    const standing = place.current;
    if (!standing) return;
    if (isHere) {
      const kept = last.current;
      last.current = null;
      const button = kept && stopsIn(standing)[kept.index];
      if (button?.textContent === kept?.said) button?.click();
      return;
    }
    const keep = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>(KEPT) : null;
      if (!button) return;
      event.preventDefault();
      last.current = { index: stopsIn(standing).indexOf(button), said: button.textContent };
      standing.setAttribute("aria-busy", "true");
    };
    standing.addEventListener("click", keep);
    return () => standing.removeEventListener("click", keep);
  }, [place, isHere]);
}

function stopsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>("a, button, input, select, textarea") ?? [])];
}
