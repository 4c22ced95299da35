import {
  type ComponentType,
  lazy as reactLazy,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import type { Lazy } from "#app/i18n/lazy.ts";
import { useLazy } from "#app/i18n/use-lazy.tsx";

type Options<Props> = {
  /** The wrapping element: "div", or "span" within a line of text. It has no effect on the layout. */
  as?: "div" | "span";
  /** Shown after the first attempt failed; without it, the server's HTML stays. */
  lost?: ComponentType<Props>;
};

/**
 * A part of a page whose script and texts load when it is drawn, so that other pages do not load them. The server renders it at
 * once, so it has its place from the start and moves nothing. In the browser the server's HTML stays until the script has
 * loaded, also when messages arrive meanwhile; then the part replaces it. The focus stays where it was, and lists that were
 * opened stay open. If a button is pressed or a box ticked earlier, that is kept and repeated when the part has loaded.
 *
 * There is no Suspense around it: React discards the content of a boundary that waits for hydration at the first update that
 * reaches it (React's error 421), and the content below it would jump twice. A navigation is enough to cause this.
 */
export function lazyPart<Props extends object>(
  script: Lazy<ComponentType<Props>>,
  { as: Place = "div", lost }: Options<Props> = {},
): ComponentType<Props> {
  // React's type of a lazy component includes a ref, which these components do not have.
  const OnServer = reactLazy(async () => ({ default: await script.load() })) as unknown as ComponentType<Props>;

  function InBrowser(props: Props) {
    const { Part, place } = usePart(script, lost);
    if (Part === null) {
      // oxlint-disable-next-line react/no-danger -- empty: React leaves what stands inside alone
      return <Place ref={place} className="lazy" dangerouslySetInnerHTML={AS_IT_STANDS} suppressHydrationWarning />;
    }
    return (
      <Place key="here" ref={place} className="lazy">
        <Part {...props} />
      </Place>
    );
  }

  return function LazyPart(props: Props) {
    if (typeof document !== "undefined") return <InBrowser {...props} />;
    return (
      <Place className="lazy">
        <OnServer {...props} />
      </Place>
    );
  };
}

const AS_IT_STANDS = { __html: "" };

/** `Part`: the part when it has loaded; before that `lost` after a failure, or null. `place`: the ref of its element. */
function usePart<Props>(script: Lazy<ComponentType<Props>>, lost: ComponentType<Props> | undefined) {
  const place = useRef<HTMLElement | null>(null);
  const stop = useRef(-1);
  const opened = useRef<boolean[]>([]);
  const onLoaded = () => {
    opened.current = listsIn(place.current).map(({ open }) => open);
    stop.current = stopsIn(place.current).findIndex((each) => each === document.activeElement);
  };
  const { value: part, failed } = useLazy(script, { onLoaded });
  useKeptPress(place, part !== null);
  // Restores what a person opened in the server's HTML, and the focus if it was there.
  useLayoutEffect(() => {
    if (!part) return;
    for (const [index, list] of listsIn(place.current).entries()) list.open = opened.current[index] ?? list.open;
    stopsIn(place.current)[stop.current]?.focus({ preventScroll: true });
  }, [part]);
  const setPlace = useCallback((element: HTMLElement | null) => {
    place.current = element;
  }, []);
  return { Part: part ?? (failed && lost ? lost : null), place: setPlace };
}

const KEPT = "button, a[data-needs-script], input[type=checkbox]";

/** `name`: what the control is called. `checked`: the state that the person gave a box; null for a button and a link. */
type Press = { name: string | null; checked: boolean | null };

/** For a link that carries more data than its URL. */
export const NEEDS_SCRIPT = { "data-needs-script": "" };

/**
 * Keeps the last press of a button in the server's HTML, and the state of each box that was ticked there. When the part has
 * loaded, it presses the control in the same place if that has the same name: a recording that has ended meanwhile is not stopped
 * again. Links work without a script, except those with NEEDS_SCRIPT.
 */
function useKeptPress(place: RefObject<HTMLElement | null>, isHere: boolean): void {
  const pressed = useRef(new Map<number, Press>());
  useEffect(() => {
    const standing = place.current;
    if (!standing) return;
    const kept = pressed.current;
    if (isHere) {
      for (const [index, press] of kept) repeat(stopsIn(standing)[index], press);
      kept.clear();
      return;
    }
    const keep = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>(KEPT) : null;
      if (!control) return;
      const checked = control instanceof HTMLInputElement ? control.checked : null;
      // A box shows its new state meanwhile; a button does nothing before its script is here.
      if (checked === null) {
        event.preventDefault();
        for (const [index, press] of kept) if (press.checked === null) kept.delete(index);
      }
      kept.set(stopsIn(standing).indexOf(control), { name: nameOf(control), checked });
      standing.setAttribute("aria-busy", "true");
    };
    standing.addEventListener("click", keep);
    return () => standing.removeEventListener("click", keep);
  }, [place, isHere]);
}

function repeat(control: HTMLElement | undefined, { name, checked }: Press): void {
  if (!control || nameOf(control) !== name) return;
  if (control instanceof HTMLInputElement && control.checked === checked) return;
  control.click();
}

function nameOf(control: HTMLElement): string | null {
  return control.getAttribute("aria-label") ?? control.textContent;
}

function stopsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>("a, button, summary, input, select, textarea") ?? [])];
}

function listsIn(place: HTMLElement | null): HTMLDetailsElement[] {
  return [...(place?.querySelectorAll("details") ?? [])];
}
