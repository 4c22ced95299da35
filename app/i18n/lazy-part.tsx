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
import { holdFocus } from "#app/ui/hold-focus.ts";

type Options<Props> = {
  /** The wrapping element: "div", or "span" within a line of text. It has no effect on the layout. */
  as?: "div" | "span";
  /** It stands above other parts: after a navigation they are shown together with it, and at most a second after the page. */
  isAbove?: boolean;
  /** Shown after the first attempt failed; without it, the server's HTML stays. */
  lost?: ComponentType<Props>;
};

/**
 * A part of a page whose script and texts load when it is drawn, so that other pages do not load them. The server renders it at
 * once, so it has its place from the start and moves nothing. In the browser the server's HTML stays until the script has
 * loaded, also when messages arrive meanwhile; then the part replaces it. The focus stays where it was, and lists that were
 * opened stay open. After a navigation the place is empty until then; what is focused below it stays on the screen, and `isAbove` keeps the
 * parts below from being seen to move. If a button is pressed, a box ticked or a text typed earlier, that is kept and repeated when the part has loaded.
 *
 * There is no Suspense around it: React discards the content of a boundary that waits for hydration at the first update that
 * reaches it (React's error 421), and the content below it would jump twice. A navigation is enough to cause this.
 */
export function lazyPart<Props extends object>(
  script: Lazy<ComponentType<Props>>,
  { as: Place = "div", isAbove = false, lost }: Options<Props> = {},
): ComponentType<Props> {
  // React's type of a lazy component includes a ref, which these components do not have.
  const OnServer = reactLazy(async () => ({ default: await script.load() })) as unknown as ComponentType<Props>;

  function InBrowser(props: Props) {
    const { Part, place, failed } = usePart(script, lost);
    if (Part === null) {
      // React leaves what stands inside alone, and the class too where the server has written it.
      return (
        <Place
          ref={place}
          className={isAbove && !failed ? "lazy lazy--coming" : "lazy"}
          // oxlint-disable-next-line react/no-danger -- empty
          dangerouslySetInnerHTML={AS_IT_STANDS}
          suppressHydrationWarning
        />
      );
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
  const release = useRef<(() => void) | null>(null);
  const { value: part, failed } = useLazy(script, { replaces: place });
  useKeptPress(place, part !== null);
  // Restores what a person opened in the server's HTML, and the focus if it was there.
  useLayoutEffect(() => {
    if (!part) return;
    for (const [index, list] of listsIn(place.current).entries()) list.open = opened.current[index] ?? list.open;
    stopsIn(place.current)[stop.current]?.focus({ preventScroll: true });
    release.current?.();
    release.current = null;
  }, [part]);
  const setPlace = useCallback((element: HTMLElement | null) => {
    if (element === null) {
      // The moment before the server's HTML goes, and no earlier: the focus may come to it while React still draws the part.
      opened.current = listsIn(place.current).map(({ open }) => open);
      stop.current = stopsIn(place.current).findIndex((each) => each === document.activeElement);
      release.current = holdFocus();
    }
    place.current = element;
  }, []);
  return { Part: part ?? (failed && lost ? lost : null), place: setPlace, failed };
}

const PRESSED = "button, a[data-needs-script]";

/** For a link that carries more data than its URL. */
export const NEEDS_SCRIPT = { "data-needs-script": "" };

/**
 * Keeps the last press of a button in the server's HTML, and each field that was filled in there, with its state at the end. When the
 * part has loaded, the control with the same name gets it: a recording that has ended meanwhile is not stopped again. Links work without a script, except those with NEEDS_SCRIPT.
 */
function useKeptPress(place: RefObject<HTMLElement | null>, isHere: boolean): void {
  const touched = useRef(new Map<string, HTMLElement>());
  useEffect(() => {
    const standing = place.current;
    if (!standing) return;
    const kept = touched.current;
    if (isHere) {
      // All of them first: a choice may bring more fields.
      const now = controlsIn(standing);
      const all = [...kept];
      kept.clear();
      // Outside of React's effects, where it draws after each change: a button finds what was typed.
      queueMicrotask(() => {
        for (const [key, before] of all) repeat(now.get(key), before);
      });
      return;
    }
    // The last one of all comes last: of two radio buttons it wins.
    const keep = (control: HTMLElement) => {
      for (const [key, each] of controlsIn(standing)) {
        if (each !== control) continue;
        kept.delete(key);
        kept.set(key, control);
      }
    };
    const press = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null;
      if (!control) return;
      // It does nothing before its script is here. A field shows its new state meanwhile.
      event.preventDefault();
      for (const [key, other] of kept) if (other.matches(PRESSED)) kept.delete(key);
      keep(control);
      standing.setAttribute("aria-busy", "true");
    };
    const fill = ({ target }: Event) => keep(target as HTMLElement);
    // Typed before the page itself was interactive.
    for (const control of stopsIn(standing)) {
      if ("defaultValue" in control && control.defaultValue !== (control as HTMLInputElement).value) keep(control);
    }
    standing.addEventListener("click", press);
    standing.addEventListener("input", fill);
    return () => {
      standing.removeEventListener("click", press);
      standing.removeEventListener("input", fill);
    };
  }, [place, isHere]);
}

/** `before`: the control of the server's HTML, as the person left it. */
function repeat(control: HTMLElement | undefined, before: HTMLElement): void {
  if (!control) return;
  const [now, then] = [control as HTMLInputElement, before as HTMLInputElement];
  if (then.matches(PRESSED) || now.checked !== then.checked) return control.click();
  if (now.value === then.value) return;
  // React notices a value only when the setter of the prototype sets it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), "value")?.set?.call(now, then.value);
  now.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * The controls by their names; those with one name are told apart by their order. Not by their place alone: a part within the part, whose
 * script comes later still, has none at first.
 */
function controlsIn(place: HTMLElement): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>();
  for (const control of stopsIn(place)) {
    const label = "labels" in control ? (control as HTMLInputElement).labels?.[0] : null;
    let key = control.getAttribute("aria-label") ?? (label ?? control).textContent ?? "";
    while (controls.has(key)) key += "+";
    controls.set(key, control);
  }
  return controls;
}

function stopsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>("a, button, summary, input, select, textarea") ?? [])];
}

function listsIn(place: HTMLElement | null): HTMLDetailsElement[] {
  return [...(place?.querySelectorAll("details") ?? [])];
}
