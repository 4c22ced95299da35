import { chooseSources } from "#app/domain/ask/choose-sources.ts";
import type { MeetId } from "#app/domain/ids.ts";

/** The sources of a question that one meeting answers: all its lines, each with its speaker, a second after the one before. */
export function sourcesOf(lines: readonly (readonly [speaker: string, text: string])[]) {
  const passages = lines.map(([speaker, text], position) => ({
    position,
    segmentId: `w0-${position}`,
    startMs: position * 1000,
    speaker,
    text,
    score: 1,
  }));
  return chooseSources([{ meetId: "m1" as MeetId, title: "Talk", startsAt: 1, language: "en", passages }], 1000);
}
