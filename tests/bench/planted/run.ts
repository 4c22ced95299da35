/**
 * Recall and precision of decisions, tasks and open questions in planted meetings, in four languages:
 *   npx vite-node tests/bench/planted/run.ts [forms | held-back] [list]
 * `held-back` reads the third of the forms (and of the verbs) that detectors were not written against: run it to report, not to tune.
 * `list` prints what was missed and what was wrong.
 */
import type { SummaryItem, TaskItem } from "#app/domain/summary/summary.ts";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { type FormKind, type FormSet, LANGUAGES, readForms } from "./forms.ts";
import { type Plant, type PlantedMeeting, plantedMeetings } from "./generate.ts";

const ROUNDS = 3;
const KINDS = ["D", "T", "Q"] as const;
type Kind = (typeof KINDS)[number];
const NAMES: Record<Kind, string> = { D: "decisions", T: "tasks", Q: "open questions" };
const TITLE_LENGTH = 16;

type Score = { planted: number; found: number; lines: number; right: number; byQuarter: number[][] };
type Claims = { said: number; kept: number; wrong: number };

const say = (line: string) => process.stdout.write(`${line}\n`);
const emptyScore = (): Score => ({ planted: 0, found: 0, lines: 0, right: 0, byQuarter: [[], [], [], []] });

/** The lines of the minutes by kind, as the page shows them. */
type Lines = { D: SummaryItem[]; T: TaskItem[]; Q: SummaryItem[] };

/** A plant answers to a line when the line cites one of its segments. */
const cites = (line: SummaryItem, plant: Plant) => line.segmentIds.some((id) => plant.segmentIds.has(id));

type Read = { meeting: PlantedMeeting; found: Lines };

function read(meeting: PlantedMeeting): Read {
  const { language, segments } = meeting;
  const found: Lines = { D: [], T: [], Q: [] };
  for (const { content } of extractSummary({ template: BASIC_SYSTEM, language, segments }).fields) {
    if (content.type === "tasks") found.T.push(...content.items);
    if (content.type !== "bullets") continue;
    for (const item of content.items) (item.quoted?.part?.kind === "question" ? found.Q : found.D).push(item);
  }
  return { meeting, found };
}

function scoreMeeting(
  { meeting, found }: Read,
  score: Score,
  kind: Kind,
  list: boolean,
  claims: Record<"owner" | "date", Claims>,
): void {
  const lines = found[kind];
  const plants = meeting.plants.filter((plant) => plant.kind === kind);
  for (const plant of plants) {
    const isFound = lines.some((line) => cites(line, plant));
    score.planted += 1;
    score.found += isFound ? 1 : 0;
    score.byQuarter[plant.quarter]?.push(isFound ? 1 : 0);
    if (!isFound && list) say(`  missed ${meeting.language} ${plant.text}`);
  }
  for (const line of lines) {
    const plant = plants.find((one) => cites(line, one));
    score.lines += 1;
    score.right += plant === undefined ? 0 : 1;
    if (plant === undefined && list) say(`  wrong ${meeting.language} ${kind} ${line.text}`);
  }
  if (kind === "T")
    for (const task of found.T)
      countClaims(
        task,
        plants.find((one) => cites(task, one)),
        claims,
        list,
      );
}

function countClaims(
  task: TaskItem,
  plant: Plant | undefined,
  claims: Record<"owner" | "date", Claims>,
  list: boolean,
): void {
  for (const [claim, claimed, said] of [
    ["owner", task.assigned, plant?.owner ?? null],
    ["date", task.deadline, plant?.deadline ?? null],
  ] as const) {
    const isSame = claimed !== null && said !== null && (said.includes(claimed) || claimed.includes(said));
    if (said !== null) claims[claim].said += 1;
    if (isSame) claims[claim].kept += 1;
    else if (claimed !== null) {
      claims[claim].wrong += 1;
      if (list) say(`  wrong ${claim} "${claimed}" for "${said}": ${plant?.text ?? task.text}`);
    }
  }
}

const share = (part: number, whole: number) => (whole === 0 ? "  - " : (part / whole).toFixed(2));

function run(): void {
  const set: FormSet = process.argv.includes("held-back") ? "held-back" : "forms";
  const list = process.argv.includes("list");
  const forms = readForms(set);
  say(
    `forms: ${set}, ${LANGUAGES.map((language) => `${language} ${forms[language].length}`).join(", ")}, each ${ROUNDS} times`,
  );
  const claims = { owner: { said: 0, kept: 0, wrong: 0 }, date: { said: 0, kept: 0, wrong: 0 } };
  const meetings = LANGUAGES.map(
    (language) => [language, plantedMeetings(language, forms[language], set, ROUNDS).map(read)] as const,
  );
  const isReal = (kind: FormKind) => kind !== "X";
  for (const kind of KINDS) {
    const total = emptyScore();
    for (const [language, own] of meetings) {
      const score = emptyScore();
      for (const meeting of own) scoreMeeting(meeting, score, kind, list, claims);
      say(
        `${NAMES[kind].padEnd(TITLE_LENGTH)} ${language}  recall ${share(score.found, score.planted)} (${score.found} of ${score.planted})  precision ${share(score.right, score.lines)} (${score.right} of ${score.lines})`,
      );
      for (const key of ["planted", "found", "lines", "right"] as const) total[key] += score[key];
      score.byQuarter.forEach((found, quarter) => total.byQuarter[quarter]?.push(...found));
    }
    const quarters = total.byQuarter
      .map((found) => share(found.filter((one) => one === 1).length, found.length))
      .join(" ");
    say(
      `${NAMES[kind].padEnd(TITLE_LENGTH)} all recall ${share(total.found, total.planted)} (${total.found} of ${total.planted})  precision ${share(total.right, total.lines)} (${total.right} of ${total.lines})  recall by quarter ${quarters}`,
    );
  }
  for (const [claim, { said, kept, wrong }] of Object.entries(claims))
    say(`${claim} of found tasks: ${kept} of ${said} that were said, ${wrong} wrong`);
  const plants = LANGUAGES.flatMap((language) => forms[language]);
  say(
    `${plants.filter(({ kind }) => isReal(kind)).length} forms of statements, ${plants.filter(({ kind }) => !isReal(kind)).length} distractors`,
  );
}

run();
