import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { giveSpeakers, type SpeakerStretch } from "#app/domain/transcript/call-speakers.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";
import { voiceLabel } from "#app/domain/voices/voice-label.ts";
import type { PersonTurn } from "#app/domain/voices/vote-turns.ts";

type Stretch = { person: number; startMs: number; endMs: number };
const TURN_UNITS = 20;

/** Stretches in which exactly one person speaks: while two do, the words may be of either. */
export function aloneStretches(turns: readonly PersonTurn[]): Stretch[] {
  const marks = turns
    .flatMap(({ person, startMs, endMs }) => [
      { at: startMs, person, change: 1 },
      { at: endMs, person, change: -1 },
    ])
    .toSorted((one, other) => one.at - other.at);
  const speaking = new Map<number, number>();
  const stretches: Stretch[] = [];
  let since = 0;
  for (const { at, person, change } of marks) {
    const [alone] = speaking.size === 1 ? [...speaking.keys()] : [];
    if (alone !== undefined && at > since) {
      const before = stretches.at(-1);
      if (before && before.person === alone && before.endMs === since) before.endMs = at;
      else stretches.push({ person: alone, startMs: since, endMs: at });
    }
    const count = (speaking.get(person) ?? 0) + change;
    if (count > 0) speaking.set(person, count);
    else speaking.delete(person);
    since = at;
  }
  return stretches;
}

/**
 * Recognised windows with the people as their speakers; a segment that several people share is cut between words. Segments of windows that
 * overlap get the same answer for the same time.
 */
export function* giveVoices(
  windows: readonly RecognisedWindow[],
  turns: readonly PersonTurn[],
  language: MeetingLanguage,
): Turns<RecognisedWindow[]> {
  const stretches = aloneStretches(turns).map(
    ({ person, startMs, endMs }): SpeakerStretch => ({
      label: voiceLabel(person, language),
      startMs,
      endMs,
      confidence: 1,
    }),
  );
  const given: RecognisedWindow[] = [];
  for (const window of windows) {
    const segments: RecognisedWindow["segments"] = [];
    for (const segment of window.segments) {
      const near = stretchesIn(stretches, segment);
      yield TURN_UNITS + near.length * (segment.words?.length ?? 1);
      segments.push(...giveSpeakers([segment], near));
    }
    given.push({ ...window, segments });
  }
  return given;
}

/** Those that a time touches; they are in order and do not overlap. */
export function stretchesIn<Each extends { startMs: number; endMs: number }>(
  stretches: readonly Each[],
  { startMs, endMs }: { startMs: number; endMs: number },
): Each[] {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.endMs ?? 0) < startMs) low = middle + 1;
    else high = middle;
  }
  const found: Each[] = [];
  for (let at = low; at < stretches.length; at += 1) {
    const stretch = stretches[at];
    if (!stretch || stretch.startMs > endMs) break;
    found.push(stretch);
  }
  return found;
}
