import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import { queryPieces, type SearchFilter, withoutOpenFilter, withoutPiece } from "#app/domain/search/search-query.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import type { BoxAction } from "#app/features/search/use-box-actions.ts";

/** The options of the search box, in groups. Pure, so that order and first choice can be tested. */

export type FoundMeeting = SearchAnswer["meetings"][number];
export type FoundMoment = FoundMeeting["moments"][number];

export type BoxOption = { id: string } & (
  | { kind: "meeting"; href: string; meeting: FoundMeeting }
  | { kind: "moment"; href: string; meetingHref: string; moment: FoundMoment }
  | { kind: "more"; href: string; count: number }
  | { kind: "all" | "older"; href: string }
  | { kind: "again" }
  | { kind: "ask"; question: string }
  | { kind: "recent"; typed: string }
  | { kind: "forget" }
  | { kind: "hint"; filter: SearchFilter }
  | { kind: "without" | "only"; part: string; typed: string }
  | { kind: "action"; action: BoxAction }
);

/** A group without a label is a meeting or the way to ask, and its first option names it. */
export type BoxGroup = { name: string; label: "recent" | "hints" | "wider" | "actions" | null; options: BoxOption[] };

export const FILTERS_SHOWN: readonly SearchFilter[] = ["from", "person", "after", "before"];
/** Shown under every search, so that the box is never empty. */
const ACTIONS_ALWAYS: ReadonlySet<string> = new Set(["history", "invite", "upload", "record"]);
const WIDER_MAX = 4;

type Input = {
  typed: string;
  /** The last answer, perhaps of an earlier text. */
  answer: SearchAnswer | null;
  /** Whether `answer` belongs to the text as it is now. */
  isCurrent: boolean;
  hasFailed: boolean;
  recent: readonly string[];
  actions: readonly BoxAction[];
};

/** The groups, and the option that Enter takes when no other was chosen; null: Enter leads to the page of results. */
export function boxGroups({ typed, answer, isCurrent, hasFailed, recent, actions }: Input): {
  groups: BoxGroup[];
  first: BoxOption | null;
} {
  const asked = withoutOpenFilter(typed);
  const offered = matchingActions(actions, asked);
  const actionGroup: BoxGroup = {
    name: "actions",
    label: "actions",
    options: offered.actions.map((action) => ({ kind: "action", id: `act-${action.name}`, action })),
  };
  if (asked === "") {
    const kept = typed.trim() === "" ? recentGroup(recent) : [];
    return { groups: [...kept, hintGroup(), actionGroup], first: null };
  }
  // A question does not wait for the results of a search.
  const isQuestion = asked.endsWith("?");
  const ask: BoxOption = { kind: "ask", id: "ask", question: typed.trim() };
  const found = (answer?.meetings ?? []).map(meetingGroup);
  // A short page may have none of what is asked, and meetings behind it.
  const older = isCurrent && found.length === 0 ? (answer?.cursor ?? null) : null;
  const isNothing = answer !== null && isCurrent && found.length === 0 && older === null;
  const wider = isNothing ? widerOptions(typed) : [];
  const askGroup: BoxGroup = { name: "ask", label: null, options: [ask] };
  const widerGroup: BoxGroup[] = wider.length > 0 ? [{ name: "wider", label: "wider", options: wider }] : [];
  const groups = isQuestion ? [...found, askGroup, ...widerGroup] : [...found, ...widerGroup, askGroup];
  if (hasFailed) actionGroup.options.unshift({ kind: "again", id: "again" });
  if (found.length > 0) actionGroup.options.unshift({ kind: "all", id: "all", href: searchHref(asked) });
  if (older !== null) {
    const option: BoxOption = { kind: "older", id: "older", href: searchHref(asked, older) };
    actionGroup.options.unshift(option);
    return { groups: [...groups, actionGroup], first: isQuestion ? ask : option };
  }
  groups.push(actionGroup);
  return {
    groups,
    first: isQuestion
      ? ask
      : firstOf({ found, wider, isCurrent, isNothing, matched: offered.matched, groups, hasFailed }),
  };
}

function firstOf(shown: {
  found: readonly BoxGroup[];
  wider: readonly BoxOption[];
  isCurrent: boolean;
  isNothing: boolean;
  matched: boolean;
  groups: readonly BoxGroup[];
  hasFailed: boolean;
}): BoxOption | null {
  const below = shown.groups.at(-1)?.options ?? [];
  if (shown.hasFailed) return below.find(({ kind }) => kind === "again") ?? null;
  // While an answer is on its way Enter must not do something else than search; the list is still that of an earlier text.
  if (!shown.isCurrent) return null;
  const [meeting] = shown.found;
  if (meeting) return meeting.options.find(({ kind }) => kind === "moment") ?? meeting.options[0] ?? null;
  if (shown.wider[0]) return shown.wider[0];
  return shown.isNothing && shown.matched ? (below[0] ?? null) : null;
}

/** The page that shows all results of a search, and works without JavaScript. */
export function searchHref(typed: string, cursor: string | null = null): string {
  const query = new URLSearchParams({ q: typed });
  if (cursor !== null) query.set("cursor", cursor);
  return `/search?${query}`;
}

/** The address that a found moment opens: the meeting's page at that time, or at its beginning. */
export function momentHref(meetId: string, { startMs, segmentId }: FoundMoment): string {
  return startMs === null ? `/${meetId}` : `/${meetId}${momentAddress(startMs, segmentId)}`;
}

/** The lines under a meeting's title. A title that was found is marked in the title itself. */
export function linesOf({ moments }: FoundMeeting): FoundMoment[] {
  return moments.filter(({ kind }) => kind !== "title");
}

/** The title with what was found in it. */
export function markedTitle({ title, moments }: FoundMeeting): Pick<FoundMoment, "text" | "marks"> {
  return moments.find(({ kind, text }) => kind === "title" && text === title) ?? { text: title, marks: [] };
}

function meetingGroup(meeting: FoundMeeting): BoxGroup {
  const { meetId, count, moments } = meeting;
  const meetingHref = `/${meetId}`;
  const options: BoxOption[] = [{ kind: "meeting", id: `hit-${meetId}`, href: meetingHref, meeting }];
  for (const [index, moment] of linesOf(meeting).entries()) {
    const href = momentHref(meetId, moment);
    options.push({ kind: "moment", id: `hit-${meetId}-${index}`, href, meetingHref, moment });
  }
  const more = count - moments.length;
  if (more > 0) options.push({ kind: "more", id: `hit-${meetId}-more`, href: meetingHref, count: more });
  return { name: meetId, label: null, options };
}

function recentGroup(recent: readonly string[]): BoxGroup[] {
  if (recent.length === 0) return [];
  const options = recent.map((typed, index): BoxOption => ({ kind: "recent", id: `recent-${index}`, typed }));
  return [{ name: "recent", label: "recent", options: [...options, { kind: "forget", id: "forget" }] }];
}

function hintGroup(): BoxGroup {
  const options = FILTERS_SHOWN.map((filter): BoxOption => ({ kind: "hint", id: `hint-${filter}`, filter }));
  return { name: "hints", label: "hints", options };
}

/** The search without each of its filters, and with each of its words alone. */
export function widerOptions(typed: string): Extract<BoxOption, { typed: string; part: string }>[] {
  const pieces = queryPieces(typed);
  const filters = pieces.filter(({ filter }) => filter !== null);
  const words = pieces.filter(({ filter }) => filter === null);
  const isMore = pieces.length > 1;
  return [
    ...(isMore ? filters : []).map((piece, index) => ({
      kind: "without" as const,
      id: `without-${index}`,
      part: piece.whole,
      typed: withoutPiece(typed, piece),
    })),
    ...(isMore ? words : []).map(({ whole }, index) => ({
      kind: "only" as const,
      id: `only-${index}`,
      part: whole,
      typed: whole,
    })),
  ].slice(0, WIDER_MAX);
}

/** Actions of whose name every typed word begins a word. Where there is none, the ones that are always shown. */
function matchingActions(
  actions: readonly BoxAction[],
  typed: string,
): { actions: readonly BoxAction[]; matched: boolean } {
  const words = foldedWords(typed);
  const matching = actions.filter(({ text }) => {
    const named = foldedWords(text);
    return words.every((word) => named.some((name) => name.startsWith(word)));
  });
  if (matching.length > 0) return { actions: matching, matched: true };
  return { actions: actions.filter(({ name }) => ACTIONS_ALWAYS.has(name)), matched: false };
}
