import { seededRandom } from "#tests/support/seeded-random.ts";

/**
 * A long meeting out of a seed: cues of WebVTT with four voices, accents, pauses, and sentences made from word lists of
 * our own. The same seed makes the same meeting.
 */
const NAMES = ["Núria Vidal", "Jonas Brandt", "Théo Lambert", "Aina Ferrer"];
const SUBJECTS = [
  "the paper diary",
  "our importer",
  "the Girona clinic",
  "el equipo de recepción",
  "la sauvegarde d’été",
  "the budget for autumn",
  "the notes field",
  "our façade plan",
];
const VERBS = ["needs", "replaces", "waits for", "is blocked by", "comes before", "was tested with", "depends on"];
const OBJECTS = [
  "a second look before Thursday",
  "what we agreed in spring",
  "the answer from the bank",
  "a naïve estimate of two weeks",
  "the list that Laia keeps",
  "an export with all the names",
  "the café on the corner, as ever",
  "nothing that we know of",
];
const ENDS = [
  ".",
  ", and nobody objected.",
  ", which is why I ask again today, in front of everybody who has to live with it.",
  "?",
  ".",
];

/** WebVTT of `cues` cues spread over `durationMs`; a speaker keeps the word for one to six of them. */
export function longTranscript({
  cues,
  durationMs,
  seed = 9,
}: {
  cues: number;
  durationMs: number;
  seed?: number;
}): string {
  const random = seededRandom(seed);
  const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(random() * all.length)] as Each;
  const stepMs = durationMs / cues;
  let speaker = pick(NAMES);
  let left = 0;
  const lines = Array.from({ length: cues }, (_, index) => {
    if (left === 0) {
      speaker = pick(NAMES.filter((name) => name !== speaker));
      left = 1 + Math.floor(random() * 6);
    }
    left -= 1;
    const startMs = Math.round(index * stepMs);
    const endMs = Math.round(startMs + stepMs * (0.6 + random() * 0.39));
    const words = `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)}${pick(ENDS)}`;
    const text = words.charAt(0).toUpperCase() + words.slice(1);
    return `${stamp(startMs)} --> ${stamp(endMs)}\n<v ${speaker}>${text}\n`;
  });
  return `WEBVTT\n\n${lines.join("\n")}`;
}

function stamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}
