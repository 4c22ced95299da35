import type { PageState } from "#app/contracts/recorder.ts";
import type { PageSnapshot, SnapshotControl } from "./page-snapshot.ts";
import type { Fit } from "./words.ts";

/** One thing a platform says in words, and what it means. Phrases are written as `plain` leaves them. */
export type Saying = {
  state: Exclude<PageState, "admitted" | "unknown">;
  /** For the log: which rule it was, never what the page said. */
  because: string;
  fit: Fit;
  phrases: string[];
};

/** What is known of one platform's pages. Order inside `sayings` does not matter: states are asked for in one fixed order. */
export type PlatformFacts = {
  sayings: Saying[];
  /** The same sayings also count as names of controls or marks: some platforms say it in a label only. */
  labels: Saying[];
  /** A button to join, a name to fill in, a question to answer before joining. */
  preJoin(page: Reading): string | null;
  /** Something that only stands on the page of somebody who was let in. */
  inCall(page: Reading): string | null;
  /** Final states that are said by markup or address instead of words. */
  marked(page: Reading): { state: PageState; because: string } | null;
  /** Said only of somebody who was in the call before. */
  afterCall(page: Reading): { state: "ended" | "removed"; because: string } | null;
  /** A control of the page in a language that the phrases cover, for pages that do not say their language. */
  knownLabels: string[];
};

/** A snapshot with its words made plain, once. */
export type Reading = {
  snapshot: PageSnapshot;
  lines: string[];
  alerts: string[];
  /** Lines of dialogs and the platform's own end screens: final words that also count while the call is drawn behind them. */
  ownLines: string[];
  controls: (SnapshotControl & { plain: string })[];
  /** Names of the controls that are shown. */
  labels: string[];
};

export const hasMark = (page: Reading, mark: string): boolean =>
  page.snapshot.marks.some((each) => each.mark === mark && each.shown);

/** Also where it is faded: toolbars hide themselves while nobody moves the pointer. */
export const hasMarkEvenHidden = (page: Reading, mark: string): boolean =>
  page.snapshot.marks.some((each) => each.mark === mark);

export const hasControl = (page: Reading, names: (string | RegExp)[], role?: string): boolean =>
  page.controls.some((each) => each.shown && (!role || each.role === role) && isNamed(each.plain, names));

export const hasControlEvenHidden = (page: Reading, names: (string | RegExp)[]): boolean =>
  page.controls.some((each) => isNamed(each.plain, names));

function isNamed(name: string, names: (string | RegExp)[]): boolean {
  return names.some((wanted) => (typeof wanted === "string" ? name === wanted : wanted.test(name)));
}

export const says = (state: Saying["state"], because: string, fit: Fit, phrases: string[]): Saying => ({
  state,
  because,
  fit,
  phrases,
});
