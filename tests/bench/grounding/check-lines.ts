import type { MeetingLanguage } from "#app/domain/languages.ts";
import { groundSummary } from "#app/domain/summary/ground.ts";
import type { SummaryItem, TaskItem } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { DEADLINES, OWNERS, STATEMENTS, TASKS, UNSAID } from "#tests/bench/grounding/own-meetings.ts";
import type { BenchMeeting } from "#tests/bench/summary/meetings.ts";
import { randomOf } from "#tests/support/hostile-texts.ts";

export type Checked = { untrue: number; passed: string[]; faithful: number; lost: string[] };

/** One meeting's grounding of single lines. */
function grounder(segments: readonly Segment[], language: MeetingLanguage) {
  const run = (content: Parameters<typeof groundSummary>[0]["draft"]["fields"][number]["content"]) =>
    groundSummary({
      draft: { fields: [{ key: content.type, content }] },
      segments,
      template: BASIC_SYSTEM,
      language,
    }).fields.find(({ key }) => key === content.type)?.content;
  return {
    keeps(item: SummaryItem): boolean {
      const content = run({ type: "keypoints", items: [item] });
      return content?.type === "keypoints" && content.items[0]?.text === item.text;
    },
    task(item: TaskItem): TaskItem | null {
      const content = run({ type: "tasks", items: [item] });
      return content?.type === "tasks" ? (content.items[0] ?? null) : null;
    },
  };
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => [random(), value] as const)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, value]) => value);
}

/** Invented meetings: every task and statement once, in a random order, each task with its own owner and deadline. */
export function checkInvented(language: MeetingLanguage, seeds: number): Checked {
  const checked: Checked = { untrue: 0, passed: [], faithful: 0, lost: [] };
  for (let seed = 1; seed <= seeds; seed += 1) checkMeeting(language, randomOf(seed), checked);
  return checked;
}

function checkMeeting(language: MeetingLanguage, random: () => number, checked: Checked): void {
  const owners = shuffled(OWNERS, random);
  const deadlines = shuffled(DEADLINES[language], random);
  const tasks = TASKS[language].map((form, index) => ({
    ...form,
    fill: (text: string, owner = owners[index] ?? "", deadline = deadlines[index] ?? "") =>
      text.replace("{o}", owner).replace("{d}", deadline),
    owner: owners[index] ?? "",
    deadline: deadlines[index] ?? "",
  }));
  const said = shuffled(
    [...tasks.map((task) => task.fill(task.said)), ...STATEMENTS[language].map((one) => one.said)],
    random,
  );
  const segments = said.map(
    (text, index): Segment => ({
      id: `w0-${index}`,
      startMs: index * 5000,
      endMs: index * 5000 + 4500,
      text,
      speaker: null,
    }),
  );
  const all = segments.map(({ id }) => id);
  const idOf = (text: string) => `w0-${said.indexOf(text)}`;
  const ground = grounder(segments, language);
  const mustFall = (text: string, segmentIds: string[]) => {
    checked.untrue += 1;
    if (ground.keeps({ text, segmentIds })) checked.passed.push(text);
  };
  const mustStay = (text: string, segmentIds: string[]) => {
    checked.faithful += 1;
    if (!ground.keeps({ text, segmentIds })) checked.lost.push(text);
  };
  for (const [index, task] of tasks.entries()) {
    const other = tasks[(index + 1) % tasks.length] ?? task;
    const own = idOf(task.fill(task.said));
    const added = pick(UNSAID[language], random);
    for (const told of [task.said, ...task.told]) {
      mustStay(task.fill(told), [own]);
      // Owner and deadline of another task, cited or not: no two tasks of a meeting share them.
      mustFall(task.fill(told, other.owner), all);
      mustFall(task.fill(told, task.owner, other.deadline), all);
      mustFall(task.fill(told).replace(/\.$/u, ` ${added}.`), all);
    }
    const item = { text: task.task ?? "", segmentIds: all, description: null };
    const swapped = ground.task({ ...item, assigned: other.owner, deadline: other.deadline });
    checked.untrue += 2;
    if (swapped !== null && swapped.assigned !== null) checked.passed.push(`${item.text} [${swapped.assigned}]`);
    if (swapped !== null && swapped.deadline !== null) checked.passed.push(`${item.text} [${swapped.deadline}]`);
    const right = ground.task({ ...item, assigned: task.owner, deadline: task.deadline });
    checked.faithful += 1;
    if (right?.assigned !== task.owner || right.deadline !== task.deadline)
      checked.lost.push(`${item.text} [${task.owner}, ${task.deadline}]`);
  }
  for (const statement of STATEMENTS[language]) {
    const own = idOf(statement.said);
    for (const told of [statement.said, ...statement.told]) mustStay(told, [own]);
    for (const untrue of statement.untrue) {
      mustFall(untrue, [own]);
      mustFall(untrue, all);
    }
    mustFall(statement.said.replace(/\.$/u, ` ${pick(UNSAID[language], random)}.`), all);
  }
}

const PLAIN = /^[A-Z][^.?!{}"]{30,160}\.$/u;
const LINES_PER_MEETING = 60;

/**
 * Development meetings: sentences of the talk as they stand are true; the same with a word that the meeting never says, with a denial
 * that it does not hold, or joined from halves of two distant sentences, are false.
 */
export function checkReal(meetings: readonly BenchMeeting[]): Checked {
  const checked: Checked = { untrue: 0, passed: [], faithful: 0, lost: [] };
  for (const [index, { segments }] of meetings.entries()) {
    const random = randomOf(index + 1);
    const ground = grounder(segments, "en");
    const vocabulary = new Set(segments.flatMap(({ text }) => foldedWords(text)));
    const textOf = (id: string) => segments.find((segment) => segment.id === id)?.text ?? "";
    const unsaid = UNSAID.en.filter((word) => !vocabulary.has(word));
    const lines = segments.flatMap(({ id, text }) =>
      text
        .replace(/\s+/gu, " ")
        .replace(/\s([.,?!])/gu, "$1")
        .split(/(?<=[.?!])\s+/u)
        .filter((sentence) => PLAIN.test(sentence))
        .map((sentence) => ({ id, text: sentence })),
    );
    for (const { id, text } of shuffled(lines, random).slice(0, LINES_PER_MEETING)) {
      checked.faithful += 1;
      if (!ground.keeps({ text, segmentIds: [id] })) checked.lost.push(text);
      const other = pick(lines, random);
      const falsehoods = [
        text.replace(/\.$/u, ` ${pick(unsaid, random)}.`),
        ...(/\b(?:not|no|never|nobody|nothing|none|without)\b|n\s?['’]t/iu.test(text)
          ? []
          : [text.replace(/\b(is|are|was|were|will|can|should)\b/u, "$1 not")].filter((one) => one !== text)),
        ...joinedHalves(text, other.text, textOf(id), textOf(other.id)),
      ];
      for (const untrue of falsehoods) {
        checked.untrue += 1;
        if (ground.keeps({ text: untrue, segmentIds: [id, other.id] }))
          checked.passed.push(`${untrue} <- ${text} | ${other.text}`);
      }
    }
  }
  return checked;
}

const HALF_WORDS = 5;
/** Words that a half leaves out at least: a whole short sentence beside another one's end is two quotations, both of which were said. */
const CUT_WORDS_MIN = 3;

/**
 * The beginning of one sentence with the end of another, when each half has a long word that the other's segment does not have: only
 * then does the line state something that neither said.
 */
function joinedHalves(one: string, other: string, ownText: string, otherText: string): string[] {
  const [first, second] = [one.split(" "), other.split(" ")];
  if (Math.min(first.length, second.length) < HALF_WORDS + CUT_WORDS_MIN) return [];
  const [head, tail] = [first.slice(0, HALF_WORDS), second.slice(-HALF_WORDS)];
  const isStrange = (words: readonly string[], text: string) => {
    const there = foldedWords(text);
    return foldedWords(words.join(" ")).some(
      (word) => word.length > 5 && !there.some((known) => known.slice(0, 4) === word.slice(0, 4)),
    );
  };
  return isStrange(head, otherText) && isStrange(tail, ownText) ? [[...head, ...tail].join(" ")] : [];
}
