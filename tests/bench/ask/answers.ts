/**
 * Answers of a real language model to questions about several meetings (questions.ts), with the product's index, prompt, engine, reader and
 * check, in one process:
 *   npx tsx tests/bench/ask/answers.ts <model.gguf> <seen|kept> <file of answers> [threads] [numbers, as 1,3]
 * Prints for each question the sources that the model read, its words, and each line as a person would see it. Answers are kept in the file:
 * one whose prompt has not changed is not asked for again, so a change of the check is measured in seconds. Other than in the product no model
 * widens the question. Meetings: ACTA_MEETINGS_DIR, or a folder `shared/meetings-dev` beside the project. `VERBOSE=1` prints the sources too.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { askMessages } from "#app/domain/ask/ask-messages.ts";
import { askReader, claimsOfLines, judgedLines, keptLine, readMeetings } from "#app/domain/ask/check-answer.ts";
import { chooseSources, type SourceMeeting, sourceLine } from "#app/domain/ask/choose-sources.ts";
import { readQuestion } from "#app/domain/ask/read-question.ts";
import { ASK_ANSWER_TOKENS_MAX } from "#app/domain/limits/ask.ts";
import { LOCAL_SOURCE_TOKENS_MAX } from "#app/domain/limits/engines.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { ASK_QUESTIONS, type AskQuestion, MEETINGS } from "#tests/bench/ask/questions.ts";
import { startIndex } from "#tests/bench/ask/bench-index.ts";
import { readMeetings as readDevelopmentMeetings } from "#tests/bench/summary/meetings.ts";
import { Writing } from "#workers/local/language/writing.mjs";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [modelPath, half, file, threads, numbers] = process.argv.slice(2);
const meetings = (
  readDevelopmentMeetings(env.ACTA_MEETINGS_DIR ?? path.resolve("../shared/meetings-dev")) ?? []
).filter(({ id }) => MEETINGS.has(id));
if (!modelPath || !file || meetings.length === 0) {
  say("Left out: no model or no file was named, or no folder of meetings was found.");
  process.exit(0);
}

type Kept = { text: string; seconds: number; promptTokens: number; answerTokens: number };
const kept = new Map<string, Kept>(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, "utf8"))) : []);
const engine = new Writing({ modelPath, threads });
/** As the local language server answers a question in words (language-protocol.mjs). */
const TEMPERATURE = 0;

async function answerTo(messages: ReturnType<typeof askMessages>): Promise<Kept> {
  const key = createHash("sha256").update(JSON.stringify({ messages, TEMPERATURE })).digest("hex");
  const before = kept.get(key);
  if (before) return before;
  const began = Date.now();
  let text = "";
  const question = { messages, schema: null, maxTokens: ASK_ANSWER_TOKENS_MAX, temperature: TEMPERATURE };
  const written = await engine.write(question, (piece) => (text += piece), new AbortController().signal);
  const usage = written.kind === "written" ? written.usage : { promptTokens: 0, answerTokens: 0 };
  const { promptTokens, answerTokens } = usage;
  const answer = { text, seconds: (Date.now() - began) / 1000, promptTokens, answerTokens };
  kept.set(key, answer);
  writeFileSync(String(file), JSON.stringify(Object.fromEntries(kept)));
  return answer;
}

/** One line with the segment that it opens, and whether it has what answers the question. */
type Shown = { text: string; isConfirmed: boolean; isRight: boolean; opens: string };

function shownLines(asked: AskQuestion, sources: readonly SourceMeeting[], answer: string) {
  const { text, language } = readQuestion(asked.question, { today: "2026-11-30", locale: "en" });
  const checked = runAtOnce(readMeetings(sources, language));
  const reader = askReader(checked, { text, language });
  const answered = [...reader.read(answer), ...reader.end()];
  const read = reader.isDenied ? answered.map((one) => ({ ...one, isPlain: false })) : answered;
  // No model of the catalogue judges well enough to be asked (judge-one.ts).
  const lines = judgedLines(read, claimsOfLines(read).lines, []).map((line) => keptLine(line, checked));
  const shown = lines.map((line): Shown => {
    const said = asked.says?.every((pattern) => pattern.test(line.text)) ?? false;
    const opens = `${line.meetId} ${line.segmentIds[0] ?? "-"}`;
    return { text: line.text, isConfirmed: !line.unconfirmed, isRight: said, opens };
  });
  return { shown, leftOut: reader.leftOut };
}

const OUTCOMES = ["right", "right, marked", "wrong, marked", "wrong, confirmed", "nothing"] as const;
/** By the words that an answer must have; whoever reads the lines has the last word. */
function outcomeOf({ says }: AskQuestion, shown: readonly Shown[]): (typeof OUTCOMES)[number] {
  if (shown.some(({ isConfirmed, isRight }) => isConfirmed && isRight)) return "right";
  if (shown.some(({ isConfirmed }) => isConfirmed)) return "wrong, confirmed";
  if (shown.some(({ isRight }) => isRight)) return "right, marked";
  if (shown.length > 0) return "wrong, marked";
  return says === null ? "right" : "nothing";
}

const index = await startIndex();
const counts = new Map<string, number>();
try {
  await index.build(10);
  for (const [number, meeting] of meetings.entries()) await index.take(meeting, number, `Meeting ${meeting.id}`);
  const ofHalf = ASK_QUESTIONS.filter((one) => one.half === half);
  const wanted = numbers?.split(",").flatMap((number) => ofHalf[Number(number) - 1] ?? []) ?? ofHalf;
  for (const asked of wanted) {
    const read = readQuestion(asked.question, { today: "2026-11-30", locale: "en" });
    const { meetings: found } = await index.find([...read.words, ...(asked.wider ?? [])]);
    const sources = chooseSources(found, LOCAL_SOURCE_TOKENS_MAX);
    const all = sources.flatMap((one) => one.sources.map((source) => ({ ...source, meeting: String(one.meetId) })));
    const isThere = all.some((one) => one.meeting === asked.at?.[0] && one.segmentId === `w0-${asked.at[1]}`);
    say(`\n## ${asked.question}`);
    say(`   ${all.length} sources${asked.says === null ? "" : `, the answer ${isThere ? "is" : "is NOT"} among them`}`);
    if (env.VERBOSE) for (const source of all) say(`   ${source.meeting} ${sourceLine(source)}`);
    if (modelPath === "none") continue;
    const question = { question: read.text, language: read.language, meetings: sources, earlier: [] };
    const answer = await answerTo(askMessages(question));
    const { shown, leftOut } = shownLines(asked, sources, answer.text);
    const outcome = outcomeOf(asked, shown);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    say(`   ${answer.promptTokens} + ${answer.answerTokens} tokens, ${answer.seconds.toFixed(0)} s, ${outcome}`);
    for (const line of answer.text.split("\n")) say(`   > ${line}`);
    for (const { text, isConfirmed, opens } of shown) say(`   - ${isConfirmed ? "" : "(marked) "}${text} [${opens}]`);
    if (leftOut > 0) say(`   ${leftOut} left out`);
  }
  say(`\n${OUTCOMES.map((one) => `${one}: ${counts.get(one) ?? 0}`).join("; ")}; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  engine.stop();
  await index.dispose();
}
