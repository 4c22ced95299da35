import { readFileSync } from "node:fs";
import path from "node:path";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A line of minutes that a person wrote about a talk and labelled. `written`: its language, which may differ from the talk's. */
export type LabelledLine = {
  text: string;
  isTrue: boolean;
  kind: string;
  written: MeetingLanguage;
  /** Of the newest talks: their first measurement, before any rule was changed, is the one that counts (docs/measurements.md). */
  isHeldBack: boolean;
};
export type LabelledTalk = { id: string; language: MeetingLanguage; segments: Segment[]; lines: LabelledLine[] };

const TURN_MS = 6000;

/**
 * Reads labelled/*.txt: a talk begins with `# language: name`, or `# language: name, kept back` for the newest ones; its turns are `Speaker: words`, and its lines `+ kind [language] | text`
 * (true) or `- kind [language] | text` (false).
 */
export function readLabelled(folder = path.join(import.meta.dirname, "labelled")): LabelledTalk[] {
  return ["en", "es", "ca", "fr"].flatMap((name) => readTalks(readFileSync(path.join(folder, `${name}.txt`), "utf8")));
}

function readTalks(text: string): LabelledTalk[] {
  const talks: LabelledTalk[] = [];
  for (const row of text.split("\n").filter((one) => one.trim() !== "")) {
    const head = /^# (\w+): (.+)$/u.exec(row);
    if (head) {
      talks.push({ id: row.slice(2), language: languageOf(head[1] ?? ""), segments: [], lines: [] });
      continue;
    }
    const talk = talks.at(-1);
    if (!talk) throw new Error(`no talk above: ${row}`);
    const line = /^([+-]) (\w+)(?: (\w+))? \| (.+)$/u.exec(row);
    if (line) {
      const [, sign, kind = "", language, said = ""] = line;
      const written = language === undefined ? talk.language : languageOf(language);
      const isHeldBack = talk.id.endsWith(", kept back");
      talk.lines.push({ text: said, isTrue: sign === "+", kind, written, isHeldBack });
      continue;
    }
    const [speaker = "", ...words] = row.split(": ");
    const at = talk.segments.length;
    talk.segments.push({
      id: `w0-${at}`,
      startMs: at * TURN_MS,
      endMs: at * TURN_MS + TURN_MS - 500,
      text: words.join(": "),
      speaker,
    });
  }
  return talks;
}

function languageOf(name: string): MeetingLanguage {
  const language = TEXT_LANGUAGES.find((one) => one === name);
  if (!language) throw new Error(`no language: ${name}`);
  return language;
}
