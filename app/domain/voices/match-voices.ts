import { dot, unitVector } from "#app/domain/voices/unit-vector.ts";
import type { VoicePrint } from "#app/domain/voices/voice-prints.ts";

/** A voice that a person saved, with its name. */
export type SavedVoice = { name: string; model: string; vector: Int16Array };

/** A speaker who sounds like a saved voice: a question to the person who saved it, never a name by itself. */
export type VoiceMatch = { label: string; name: string; atMs: number };

/**
 * Measured by tests/bench/voices, part `profiles` (docs/measurements.md): prints of one person in two recordings have a cosine of 0.8 and more,
 * those of two people seldom over 0.5.
 */
const LIKENESS_MIN = 0.65;
/** The second voice or speaker is so much less like it, or nothing is asked. */
const MARGIN_MIN = 0.1;

/** At most one name for each speaker and one speaker for each name: those who are the nearest to each other, by a clear margin. */
export function matchVoices(prints: readonly VoicePrint[], saved: readonly SavedVoice[]): VoiceMatch[] {
  const likeness = prints.map((print) => saved.map((voice) => likenessOf(print, voice)));
  return prints.flatMap(({ label, atMs }, row) => {
    const own = likeness[row] ?? [];
    const best = own.indexOf(Math.max(...own));
    const [voice, like = 0] = [saved[best], own[best]];
    if (voice === undefined || like < LIKENESS_MIN) return [];
    const rivals = [
      ...own.filter((_, at) => at !== best),
      ...likeness.flatMap((each, at) => (at === row ? [] : (each[best] ?? []))),
    ];
    return rivals.some((rival) => like - rival < MARGIN_MIN) ? [] : [{ label, name: voice.name, atMs }];
  });
}

/** The cosine; of different models nothing can be said. */
export function likenessOf(
  one: Pick<VoicePrint, "model" | "vector">,
  other: Pick<VoicePrint, "model" | "vector">,
): number {
  return one.model === other.model ? dot(unitVector(one.vector), unitVector(other.vector)) : -1;
}
