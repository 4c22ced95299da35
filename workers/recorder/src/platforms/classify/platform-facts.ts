import type { PageState } from "#app/contracts/recording/recorder.ts";
import type { PageSnapshot, SnapshotControl } from "./page-snapshot.ts";
import type { Fit } from "./classify-page.ts";

/** One state that a platform shows in words, with its phrases. Phrases are written as `plain` returns them. */
export type Saying = {
  state: Exclude<PageState, "admitted" | "unknown">;
  /** For the log: the rule's name, never the page's words. */
  because: string;
  fit: Fit;
  phrases: string[];
};

/** Facts about one platform's pages. Order inside `sayings` does not matter: states are checked in one fixed order. */
export type PlatformFacts = {
  sayings: Saying[];
  /** These sayings are compared with the names of controls: some platforms show a state in a label only. */
  labels: Saying[];
  /** A button to join, a name to fill in, a question to answer before joining. */
  preJoin(page: Reading): string | null;
  /** Something that is only on the page of an admitted participant. */
  inCall(page: Reading): string | null;
  /** Final states shown by markup or address instead of words. */
  marked(page: Reading): { state: PageState; because: string } | null;
  /** States that are only possible after the bot was in the call. */
  afterCall(page: Reading): { state: "ended" | "removed"; because: string } | null;
  /** A control of the page in a language that the phrases cover, for pages that do not state their language. */
  knownLabels: string[];
};

/** A snapshot with its text normalised by `plain`, once. */
export type Reading = {
  snapshot: PageSnapshot;
  lines: string[];
  alerts: string[];
  /** Lines of dialogs and the platform's own end screens: final states there also count while the call is displayed behind them. */
  ownLines: string[];
  controls: (SnapshotControl & { plain: string })[];
  /** Names of the visible controls. */
  labels: string[];
};

export const hasMark = (page: Reading, mark: string): boolean =>
  page.snapshot.marks.some((each) => each.mark === mark && each.shown);

/** Includes faded marks: toolbars hide themselves while nobody moves the pointer. */
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
