import { existsSync, readFileSync } from "node:fs";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
import { invariant } from "#app/domain/invariant.ts";

/** D decision, T task, Q open question, X distractor: it looks like one of them and is none. */
export type FormKind = "D" | "T" | "Q" | "X";
/** The person who speaks a line: A begins, B answers, C is a third person. */
export type Role = "A" | "B" | "C";
/**
 * A way to say something, with slots. `marked` lines carry the statement: a line of the minutes is right when it cites one of them.
 * `owner` is the person who will do a task; null: nobody in particular.
 */
export type Form = {
  source: string;
  kind: FormKind;
  owner: Role | null;
  lines: { role: Role; text: string; marked: boolean }[];
};

export type FormSet = "forms" | "held-back";

/** Reads `D | *A: text | B: text` and `T:B | *A: text`, one form a line. */
export function readForms(set: FormSet): Record<MeetingLanguage, Form[]> {
  const read = (language: MeetingLanguage): Form[] => {
    const file = new URL(`${set}/${language}.txt`, import.meta.url);
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(parseForm) : [];
  };
  return { en: read("en"), es: read("es"), fr: read("fr"), ca: read("ca") };
}

function parseForm(source: string): Form {
  const [head = "", ...lines] = source.split(" | ");
  const [kind, owner] = head.trim().split(":");
  invariant(kind === "D" || kind === "T" || kind === "Q" || kind === "X", `unknown kind in ${source}`);
  return {
    source,
    kind,
    owner: owner === "A" || owner === "B" || owner === "C" ? owner : null,
    lines: lines.map((line) => {
      const match = /^(\*?)([ABC]): (.+)$/u.exec(line.trim());
      const role = match?.[2];
      invariant(role === "A" || role === "B" || role === "C", `unreadable line in ${source}`);
      return { role, text: match?.[3] ?? "", marked: match?.[1] === "*" };
    }),
  };
}

export const LANGUAGES: readonly MeetingLanguage[] = MEETING_LANGUAGES;
