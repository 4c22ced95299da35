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
  /** What it is inside of: a "div" but within a line of text. It takes no part in the layout. */
  as?: "div" | "span";
  /** What is shown after the first attempt failed; without it, what the server drew stands. */
  lost?: ComponentType<Props>;
};

/** `fetchAhead` asks for the script and the texts before the part is drawn: then it is there at once. */
type LaterPart<Props> = ComponentType<Props> & { fetchAhead: () => void };

/**
 * A part of a page whose script and texts come when it is drawn, so that they weigh on no other page. The server draws it at
 * once: it has its place from the first moment and moves nothing. In the browser what the server drew stands until the script
 * is here, whatever message comes meanwhile, and gives way to it then; it is asked for again where it did not come. A button that
 * is pressed before is not lost: the press is kept, and made when the part is here.
 *
 * There is no Suspense around it: one that waits for its hydration is thrown away by the first update that reaches it (React's
 * error 421), what is below it would jump twice, and a navigation is enough for that.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { as: Place = "div", lost }: Options<Props> = {},
): LaterPart<Props> {
  // React's type of a lazy component is about its ref, which none of these has.
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
  // Where it does not come, drawing it asks again.
  return Object.assign(LaterPart, { fetchAhead: () => void fetchPart().catch(() => undefined) });
}

const AS_IT_STANDS = { __html: "" };

/** `Part`: the part when it is here; before, what stands in for it after a failure, or null. `place`: the ref of its place. */
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
  // Whoever has come with the Tab key into what the server drew stays where they were.
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

/** Given to a link that takes more along than its address says. */
export const NEEDS_SCRIPT = { "data-needs-script": "" };

/**
 * Keeps the last press of a button in what the server drew, and presses the button that stands in its place when the part is
 * here, if it says the same: a recording that has ended meanwhile is not stopped again. Links work without a script, but for
 * those that say otherwise.
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
