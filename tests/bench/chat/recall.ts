/**
 * Measures how often an answer without a model shows the line that answers the question, over questions with expected turns (questions.ts)
 * and over those that come with the development meetings:
 *   npx vite-node tests/bench/chat/recall.ts [folder of meetings] [--misses]
 * The folder is also taken from ACTA_MEETINGS_DIR; ../shared/meetings-dev otherwise. Without meetings it reports that and
 * succeeds: they belong to others and are not part of the project.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { quotePassages } from "#app/domain/chat/quote-passages.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findSaid } from "#tests/support/find-said.ts";
import { type BenchMeeting, readMeetings } from "../summary/meetings.ts";
import { type BenchQuestion, QUESTIONS } from "./questions.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const given = process.argv.slice(2).find((one) => !one.startsWith("--"));
const folder = given ?? process.env["ACTA_MEETINGS_DIR"] ?? path.resolve("../shared/meetings-dev");
const showsMisses = process.argv.includes("--misses");

const questionsFile = z.object({
  id: z.string(),
  questions: z.array(z.object({ query: z.string(), turns: z.array(z.tuple([z.coerce.number(), z.coerce.number()])) })),
});

/** The questions of the files, with the spans of turns that people marked. */
function questionsOf(meetings: readonly BenchMeeting[]): BenchQuestion[] {
  return meetings.flatMap(({ id }) => {
    const file = questionsFile.parse(JSON.parse(readFileSync(path.join(folder, `${id}.json`), "utf8")));
    return file.questions.map(({ query, turns }) => ({
      meeting: id,
      question: query,
      turns: turns.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index)),
    }));
  });
}

function report(name: string, questions: readonly BenchQuestion[], meetings: readonly BenchMeeting[]): void {
  const count = { right: 0, withoutLines: 0, noLine: 0 };
  for (const { meeting, question, turns } of questions) {
    const segments = meetings.find(({ id }) => id === meeting)?.segments ?? [];
    const { lines, notice } = runAtOnce(
      quotePassages({
        question,
        suggestion: null,
        before: null,
        segments,
        language: "en",
        locale: "en",
        find: findSaid(segments, "en"),
      }),
    );
    const shown = new Set(lines.flatMap(({ segmentIds }) => segmentIds));
    const isRight = turns.some((turn) => shown.has(`w0-${turn}`));
    if (isRight) count.right += 1;
    else if (showsMisses) say(`  missed: ${meeting}: ${question}`);
    if (lines.length === 0) count.withoutLines += 1;
    if (notice?.kind === "no-line") count.noLine += 1;
  }
  say(
    `${name}: the right line is among those shown for ${count.right} of ${questions.length}; ` +
      `"no line about it" for ${count.noLine}; no lines at all for ${count.withoutLines}`,
  );
}

const meetings = readMeetings(folder);
if (meetings === null) say(`left out: there is no folder ${folder}`);
else {
  report("own questions", QUESTIONS, meetings);
  report("questions of the files", questionsOf(meetings), meetings);
}
