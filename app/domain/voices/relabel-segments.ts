import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import { aloneStretches, stretchesIn } from "#app/domain/voices/give-speakers.ts";
import { freeVoiceLabel } from "#app/domain/voices/voice-label.ts";
import type { PersonTurn } from "#app/domain/voices/vote-turns.ts";

/**
 * The labels of segments after the people of a recording were found anew. Segments stay as they are, because minutes cite them. A person keeps
 * the label under which most of their words stood, and with it the name that somebody gave it; others get new labels, and none that a person
 * has given to lines (`given`), since those stay. A segment of nobody gets the label `nobody`.
 */
export function relabelSegments(
  segments: readonly Pick<Segment, "id" | "startMs" | "endMs" | "speaker">[],
  turns: readonly PersonTurn[],
  {
    language,
    given = new Set(),
    nobody = null,
  }: { language: MeetingLanguage; given?: ReadonlySet<string>; nobody?: string | null },
): Map<SegmentId, string | null> {
  const stretches = aloneStretches(turns);
  const people = segments.map((segment) => ({ segment, person: personOf(segment, stretches) }));
  const labels = labelsOf(people, { language, given, nobody });
  return new Map(
    people.map(({ segment, person }) => [segment.id, person === null ? nobody : (labels.get(person) ?? nobody)]),
  );
}

type Spoken = { segment: Pick<Segment, "startMs" | "endMs" | "speaker">; person: number | null };

function personOf(
  time: { startMs: number; endMs: number },
  stretches: ReturnType<typeof aloneStretches>,
): number | null {
  const spoken = new Map<number, number>();
  for (const { person, startMs, endMs } of stretchesIn(stretches, time)) {
    const ms = Math.min(endMs, time.endMs) - Math.max(startMs, time.startMs);
    if (ms > 0) spoken.set(person, (spoken.get(person) ?? 0) + ms);
  }
  return [...spoken].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

function labelsOf(
  people: readonly Spoken[],
  { language, given, nobody }: { language: MeetingLanguage; given: ReadonlySet<string>; nobody: string | null },
): Map<number, string> {
  const common = new Map<string, { person: number; label: string; ms: number }>();
  for (const { segment, person } of people) {
    if (person === null || segment.speaker === null || segment.speaker === nobody) continue;
    const key = `${person} ${segment.speaker}`;
    const pair = common.get(key) ?? { person, label: segment.speaker, ms: 0 };
    pair.ms += segment.endMs - segment.startMs;
    common.set(key, pair);
  }
  const labels = new Map<number, string>();
  const taken = new Set<string>();
  for (const { person, label } of [...common.values()].toSorted((one, other) => other.ms - one.ms)) {
    if (labels.has(person) || taken.has(label)) continue;
    labels.set(person, label);
    taken.add(label);
  }
  for (const { person } of people) {
    if (person === null || labels.has(person)) continue;
    const free = freeVoiceLabel(new Set([...taken, ...given]), language);
    labels.set(person, free);
    taken.add(free);
  }
  return labels;
}
