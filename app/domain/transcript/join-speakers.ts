import { personKeyOf } from "#app/domain/meeting/list.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";

/** A label of the source, and the name that a person gave it. */
export type NamedLabel = { label: string; name: string | null };

/** "Speaker A": a voice that a call distinguishes without its name. */
const UNNAMED_VOICE = /^Speaker [A-Z]{1,2}$/;

/**
 * The speakers of a later recording among those of an earlier one, as label → label there. Speakers of one name are one person. A voice
 * without a name is nobody's who is known: "Speaker 1" of two recordings may be two people, so that it gets a label of its own.
 */
export function joinSpeakers(first: readonly NamedLabel[], later: readonly NamedLabel[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const speaker of first) {
    const key = personOf(speaker);
    if (key !== null && !known.has(key)) known.set(key, speaker.label);
  }
  const taken = new Set(first.map(({ label }) => label));
  const joined = new Map<string, string>();
  for (const speaker of later) {
    const key = personOf(speaker);
    const same = key === null ? undefined : known.get(key);
    const label = same ?? freeLabel(speaker.label, taken);
    taken.add(label);
    if (key !== null) known.set(key, label);
    joined.set(speaker.label, label);
  }
  return joined;
}

/** The folded name; null for a voice without one. */
function personOf({ label, name }: NamedLabel): string | null {
  const shown = name ?? label;
  if (labelNumber(shown) !== null || UNNAMED_VOICE.test(shown)) return null;
  return personKeyOf(shown) || null;
}

function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) return label;
  const isNumbered = labelNumber(label) !== null || UNNAMED_VOICE.test(label);
  for (let number = 2; ; number++) {
    const next = isNumbered ? `Speaker ${number}` : `${label} (${number})`;
    if (!taken.has(next)) return next;
  }
}
