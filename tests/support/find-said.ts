import type { Found } from "#app/domain/chat/quote-passages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** The chat's search without a database, for tests without a Worker: every segment with a stem, in order. */
export function findSaid(segments: readonly Segment[], language: MeetingLanguage): (stems: readonly string[]) => Found {
  const said = segments.map(({ text }) => new Set(contentStems(text, language)));
  return (stems) => ({
    positions: said.flatMap((one, position) => (stems.some((stem) => one.has(stem)) ? [position] : [])),
    frequencies: {
      segments: segments.length,
      of: new Map(stems.map((stem) => [stem, said.filter((one) => one.has(stem)).length])),
    },
  });
}
