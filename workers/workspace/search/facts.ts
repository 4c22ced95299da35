import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";

/**
 * Facts of a meeting that a search asks for beside words. They are words of the index, so that FTS5 names no meeting that a filter rejects: where
 * one in a hundred has a source, a search for it would read a hundred. Nobody can type the sign with which they begin; to FTS5's tokenizer
 * unicode61 it is a letter.
 */
const MARK = "\uE001";
const factOf = (kind: "meeting" | "source" | "platform", value: string) =>
  `${MARK}${kind}${value.replace(/[^\p{L}\p{N}]/gu, "")}`;
/** A recording in the browser was a room, or a call of which nobody knows the platform: the list counts it as no call either. */
const NO_CALL: ReadonlySet<string> = new Set(["upload", "here"]);

export function factsOf({ meetId, source, platform }: SearchableMeeting): string {
  const sources = NO_CALL.has(source) ? [source] : [source, "call"];
  return [
    factOf("meeting", meetId),
    ...new Set(sources.map((one) => factOf("source", one))),
    ...(platform === null ? [] : [factOf("platform", platform)]),
  ].join(" ");
}

/** The facts that a query asks for, each as alternatives: its source, and one of the meetings among which it looks. */
export function factsAsked({ source }: Pick<SearchQuery, "source">, among: readonly string[] | undefined): string[][] {
  const isSource = source === "upload" || source === "call";
  return [
    ...(source === null ? [] : [[factOf(isSource ? "source" : "platform", source)]]),
    ...(among === undefined ? [] : [among.map((meetId) => factOf("meeting", meetId))]),
  ];
}
