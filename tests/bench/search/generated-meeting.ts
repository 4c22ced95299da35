import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Passage, SearchableMeeting } from "#app/domain/search/passages.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/** One-hour meetings of invented words, the same for the same number. Word frequencies follow Zipf's law, as in talk. */
export const MEETINGS_OWNER = "owner";
const SEGMENTS = 800;
const WORDS_PER_SEGMENT = 11;
const VOCABULARY = 30_000;
const LANGUAGES: readonly MeetingLanguage[] = ["en", "es", "fr", "ca"];
const SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi xo za bre cla dro fle gri".split(" ");
const ENDINGS = ["", "s", "r", "n", "ció", "ing", "mente"];

/** The word of a rank; common words are short. */
export function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  }
  return word + (ENDINGS[rank % ENDINGS.length] ?? "");
}

export function generatedMeeting(number: number): SearchableMeeting {
  const random = seededRandom(number + 1);
  const word = () => wordOf(Math.floor(VOCABULARY ** random()) - 1);
  const text = (words: number) => Array.from({ length: words }, word).join(" ");
  const people = [0, 1, 2, 3].map(() => `${wordOf(Math.floor(random() * 200))} ${wordOf(Math.floor(random() * 900))}`);
  const title = text(5);
  const passages: Passage[] = [
    { kind: "title", text: title, startMs: null, segmentId: null, speaker: null },
    ...people.map((name): Passage => ({ kind: "person", text: name, startMs: null, segmentId: null, speaker: null })),
  ];
  for (let line = 0; line < 25; line += 1) {
    passages.push({
      kind: line < 6 ? "task" : "minutes",
      text: text(14),
      startMs: line * 120_000,
      segmentId: `w0-${line}`,
      speaker: null,
    });
  }
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    passages.push({
      kind: "transcript",
      text: text(WORDS_PER_SEGMENT),
      startMs: segment * 4500,
      segmentId: `w${Math.floor(segment / 66)}-${segment % 66}`,
      speaker: people[Math.floor(random() * people.length)] ?? null,
    });
  }
  return {
    meetId: String(number).padStart(24, "0"),
    workspaceId: "bench",
    createdBy: MEETINGS_OWNER,
    sequence: 1,
    title,
    startsAt: Date.UTC(2020, 0, 1) + number * 3_600_000,
    durationMs: 3_600_000,
    language: LANGUAGES[number % LANGUAGES.length] ?? "en",
    source: "upload",
    platform: null,
    people,
    passages,
  };
}
