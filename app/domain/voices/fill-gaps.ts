import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { giveSpeakers } from "#app/domain/transcript/call-speakers.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";
import { aloneStretches, stretchesIn } from "#app/domain/voices/give-speakers.ts";
import { freeVoiceLabel } from "#app/domain/voices/voice-label.ts";
import type { PersonTurn } from "#app/domain/voices/vote-turns.ts";

/**
 * A voice has the platform's name when it spoke under that name for so long, and under others for less than a tenth of it: two people in one
 * room, or a signal that came late.
 */
const NAMED_MS_MIN = 5000;
const NAMED_SHARE_MIN = 0.9;
/** A voice without a name speaks so long in the gaps, and hardly anywhere else. */
const UNNAMED_MS_MIN = 3000;
const UNNAMED_SHARE_MIN = 0.95;
/** Speech of a voice that is neither: it names nobody. */
const NOBODY = "";

/**
 * Windows of a call whose segments without a speaker get one by their voice: the platform's own name for that voice, or a number for a voice
 * that the platform never named. Segments that the platform named stay as they are. `hasNames` is false where it named nobody at all.
 */
export function* fillGaps(
  windows: readonly RecognisedWindow[],
  turns: readonly PersonTurn[],
  language: MeetingLanguage,
): Turns<{ windows: RecognisedWindow[]; hasNames: boolean }> {
  const stretches = aloneStretches(turns);
  const spoken = new Map<number, Spoken>();
  let hasNames = false;
  for (const segment of windows.flatMap(({ segments }) => segments)) {
    hasNames ||= segment.speaker !== null;
    const near = stretchesIn(stretches, segment);
    yield 1 + near.length;
    for (const stretch of near) addSpoken(spoken, stretch, segment);
  }
  const labels = labelsOf(spoken, { language, taken: namesIn(windows) });
  const named = stretches.map(({ person, ...time }) => ({
    ...time,
    label: labels.get(person) ?? NOBODY,
    confidence: 1,
  }));
  const filled: RecognisedWindow[] = [];
  for (const window of windows) {
    const segments: RecognisedWindow["segments"] = [];
    for (const segment of window.segments) {
      const near =
        segment.speaker === null ? stretchesIn(named, segment).filter((one) => sharedMs(one, segment) > 0) : [];
      yield 1 + near.length * (segment.words?.length ?? 1);
      if (near.length === 0) segments.push(segment);
      else
        segments.push(
          ...giveSpeakers([segment], near).map((each) => ({
            ...each,
            speaker: each.speaker === NOBODY ? null : each.speaker,
          })),
        );
    }
    filled.push({ ...window, segments });
  }
  return { windows: filled, hasNames };
}

/** Of one voice, in ms: in gaps, and under each of the platform's names. */
type Spoken = { gapMs: number; named: Map<string, number> };
type Time = { startMs: number; endMs: number };

function sharedMs(one: Time, other: Time): number {
  return Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs);
}

function addSpoken(
  spoken: Map<number, Spoken>,
  stretch: Time & { person: number },
  segment: Time & { speaker: string | null },
): void {
  const ms = sharedMs(stretch, segment);
  if (ms <= 0) return;
  const own = spoken.get(stretch.person) ?? { gapMs: 0, named: new Map<string, number>() };
  if (segment.speaker === null) own.gapMs += ms;
  else own.named.set(segment.speaker, (own.named.get(segment.speaker) ?? 0) + ms);
  spoken.set(stretch.person, own);
}

/** The label of each voice that has one; people are numbered in the order of their first turns. */
function labelsOf(
  spoken: ReadonlyMap<number, Spoken>,
  { language, taken }: { language: MeetingLanguage; taken: ReadonlySet<string> },
): Map<number, string> {
  const labels = new Map<number, string>();
  for (const [person, { gapMs, named }] of [...spoken].toSorted(([one], [other]) => one - other)) {
    const namedMs = [...named.values()].reduce((sum, ms) => sum + ms, 0);
    const [best] = [...named].toSorted(([, one], [, other]) => other - one);
    if (best && best[1] >= NAMED_MS_MIN && best[1] >= NAMED_SHARE_MIN * namedMs) labels.set(person, best[0]);
    else if (gapMs >= UNNAMED_MS_MIN && gapMs >= UNNAMED_SHARE_MIN * (gapMs + namedMs)) {
      labels.set(person, freeVoiceLabel(new Set([...taken, ...labels.values()]), language));
    }
  }
  return labels;
}

function namesIn(windows: readonly RecognisedWindow[]): Set<string> {
  return new Set(windows.flatMap(({ segments }) => segments.flatMap(({ speaker }) => speaker ?? [])));
}
