import { formatMoment } from "#app/domain/time.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Copied words of one speaker. */
export type PassagePart = { startMs: number; speaker: string | null; text: string };

/**
 * The copied text: time, speaker and words of each part, and below them the link that plays the passage.
 *
 *   [12:34] Laia: We are, if the import behaves.
 *   https://…/hasb01nvk8776x0jhnv0cjam?t=754
 */
export function passageText(parts: readonly PassagePart[], pageAddress: string): string {
  const lines = parts.map(({ startMs, speaker, text }) => {
    const who = speaker === null ? "" : `${speaker}: `;
    return `[${formatMoment(startMs)}] ${who}${text.replace(/\s+/g, " ").trim()}`;
  });
  const startMs = parts[0]?.startMs;
  if (startMs === undefined) return "";
  return `${lines.join("\n")}\n${pageAddress}?t=${Math.floor(startMs / 1000)}`;
}

/** Joins neighbouring parts of the same speaker. */
export function joinParts(parts: readonly PassagePart[]): PassagePart[] {
  const joined: PassagePart[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before && before.speaker === part.speaker) before.text += ` ${part.text}`;
    else joined.push({ ...part });
  }
  return joined;
}

export function partOf({ startMs, speaker, text }: Segment): PassagePart {
  return { startMs, speaker, text };
}
