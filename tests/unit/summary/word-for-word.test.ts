import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { applyVerdicts, claimsOf, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { linesOfAll, type TaskItem } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";

/** Lines in a language without rules that no judge has read: a word that they leave out may be their "not". */

const TALKS = {
  de: [
    ["Anton Wirsing", "Gut. Wir kaufen die Maschine nicht. Der Umzug ist am 14. März."],
    ["Mila Brandner", "Ich schreibe die Liste der Maschinen bis Freitag,"],
    ["Mila Brandner", "und Anton ruft den Vermieter an."],
  ],
  ar: [
    ["سامر قاسم", "صاحب المبنى يطلب الآن 4200 يورو في الشهر."],
    ["نادية عمران", "سأكتبها قبل يوم الجمعة."],
  ],
  it: [
    ["Livia Moresco", "Compriamo la macchina? Il trasloco è il 14 marzo."],
    ["Aprile Donati", "Chi scrive la lista lo diciamo domani."],
  ],
  // A sentence goes on in segments that begin and end in its middle, and nobody is told apart.
  nl: [
    ["", "Ik geloof echt niet"],
    ["", "dat iemand hier"],
    ["", "zei"],
    ["", "wij kopen de machine."],
    ["", "Wij huren de loods"],
    ["", "in de winter"],
    ["", "van dit jaar"],
    ["", "zeker niet."],
  ],
  es: [["Marta", "No compramos la máquina. El traslado es el 14 de marzo."]],
} as const satisfies Partial<Record<MeetingLanguage, readonly (readonly [string, string])[]>>;

type Language = keyof typeof TALKS;
type Task = Pick<TaskItem, "text"> & Partial<TaskItem>;

function marked(language: Language, given: { line: string; at?: number } | { task: Task }, verdict: Verdict | null) {
  const segments = TALKS[language].map(([speaker, text], at) => ({
    id: `w0-${at}`,
    startMs: at * 6000,
    endMs: at * 6000 + 5500,
    speaker,
    text,
  }));
  const at = "line" in given ? given.at : undefined;
  const cited = segments.map(({ id }) => id).filter((_, index) => at === undefined || at === index);
  const none = { description: null, assigned: null, deadline: null };
  const field =
    "line" in given
      ? {
          key: "keypoints",
          content: { type: "keypoints" as const, items: [{ text: given.line, segmentIds: cited }] },
        }
      : { key: "tasks", content: { type: "tasks" as const, items: [{ ...none, segmentIds: cited, ...given.task }] } };
  const checked = checkSummary({ draft: { fields: [field] }, segments, template: BASIC_SYSTEM, language });
  const verdicts = claimsOf(checked.fields, checked.talk).map(() => verdict);
  return linesOfAll(applyVerdicts(checked, verdicts).fields).map(({ unconfirmed }) => unconfirmed === true);
}

test.each<[Language, string, boolean]>([
  ["de", "Wir kaufen die Maschine nicht.", false],
  ["de", "Wir kaufen die Maschine.", true],
  ["de", "Der Umzug ist am 14. März.", false],
  ["de", "Der Umzug ist am 15. März.", true],
  ["de", "Ich schreibe die Liste der Maschinen bis Freitag, und Anton ruft den Vermieter an.", false],
  ["de", "Die Liste der Maschinen kommt bis Freitag.", true],
  ["ar", "صاحب المبنى يطلب الآن 4200 يورو في الشهر.", false],
  ["ar", "سامر قاسم يطلب الآن 4200 يورو في الشهر.", true],
  // A question claims nothing.
  ["it", "Compriamo la macchina.", true],
  ["it", "Compriamo la macchina?", false],
  ["it", "Il trasloco è il 14 marzo.", false],
])("in %s without a judge %j is marked: %s", (language, line, isMarked) => {
  expect(marked(language, { line }, null)).toEqual([isMarked]);
});

test.each<[string, number, boolean]>([
  ["Wij kopen de machine.", 3, true],
  ["Ik geloof echt niet dat iemand hier zei wij kopen de machine.", 3, false],
  ["Ik geloof echt niet dat iemand hier zei wij kopen de machine.", 0, false],
  ["Wij huren de loods.", 4, true],
  ["Wij huren de loods in de winter.", 4, true],
  ["Wij huren de loods in de winter van dit jaar zeker niet.", 4, false],
])("a sentence that goes on in other segments: %j at %i is marked: %s", (line, at, isMarked) => {
  expect(marked("nl", { line, at }, null)).toEqual([isMarked]);
});

test("a deadline is said, and not a name of who speaks", () => {
  const task = { text: "Chi scrive la lista lo diciamo domani.", deadline: "Aprile" };
  expect(marked("it", { task }, null)).toEqual([true]);
});

test("a judge's word counts as before: what it supports stays in other words", () => {
  expect(marked("de", { line: "Die Liste der Maschinen kommt bis Freitag." }, "supported")).toEqual([false]);
  expect(marked("de", { line: "Der Umzug ist am 14. März." }, "not-said")).toEqual([true]);
});

test("in a language with rules a line that nobody judged stays as code found it", () => {
  expect(marked("es", { line: "El traslado será el 14 de marzo." }, null)).toEqual([false]);
});

const SENTENCE = "Ich schreibe die Liste der Maschinen bis Freitag, und Anton ruft den Vermieter an.";
test.each<[string, Task, boolean]>([
  ["in the words of who takes it", { text: SENTENCE, assigned: "Mila Brandner", deadline: "bis Freitag" }, false],
  ["of somebody who is named there", { text: SENTENCE, assigned: "Anton" }, false],
  ["of somebody whom nobody names there", { text: SENTENCE, assigned: "Greta Lohmann" }, true],
  ["with a day that nobody said", { text: SENTENCE, deadline: "bis Montag" }, true],
  ["in other words", { text: "Liste der Maschinen schreiben", assigned: "Mila Brandner" }, true],
])("a task %s", (_, task, isMarked) => {
  expect(marked("de", { task }, null)).toEqual([isMarked]);
});
