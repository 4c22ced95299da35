import { readFileSync } from "node:fs";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** The common words as the Worker has them, for tests in Node. */
export function readCommonWords(language: MeetingLanguage): (word: string) => boolean {
  const text = readFileSync(new URL(`../../workers/words/lists/${language}.txt`, import.meta.url), "utf8");
  return (word) => text.includes(` ${word} `);
}
