// Questions to all meetings: `npx tsx tests/bench/ask/run.ts [meetings]`. The product's index in workerd over generated one-hour meetings:
// the time to find the passages of a question (fails above 300 ms, p95), and the rows and tokens that come of it. Then, with the development
// meetings (ACTA_MEETINGS_DIR, ../shared/meetings-dev) among 200 others: how often a line that answers a question (tests/bench/chat) is among
// the sources, and among the moments that are shown without a model.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { chooseSources } from "#app/domain/ask/choose-sources.ts";
import { readQuestion } from "#app/domain/ask/read-question.ts";
import { ASK_SHOWN_MOMENTS, ASK_SOURCE_TOKENS_MAX } from "#app/domain/limits/ask.ts";
import { searchWords } from "#app/domain/search/search-words.ts";
import { startIndex } from "#tests/bench/ask/bench-index.ts";
import { QUESTIONS } from "#tests/bench/chat/questions.ts";
import { wordOf } from "#tests/bench/search/generated-meeting.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";

const P95_MS_MAX = 300;
const AMONG = 200;
const meetings = Number(process.argv[2] ?? 2000);
const index = await startIndex();
const line = (what: string, value: string) => process.stdout.write(`${what.padEnd(44)} ${value}\n`);

/** Processor time of workerd so far, in ms: it says more than a clock on a machine that others use. Null where there is no /proc. */
function workerdMs(): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  const ours = readdirSync("/proc").filter((pid) => /^\d+$/u.test(pid));
  for (const pid of ours) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // Parent, and ticks of 10 ms in user and system mode.
      if (stat.includes("(workerd)") && fields[1] === String(process.pid))
        return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return null;
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Questions of four words, and of twelve with as many of the model's: from the most common words to the rarest. */
async function measureTimes(): Promise<void> {
  const times: number[] = [];
  const [tokens, statements, rows]: [number[], number[], number[]] = [[], [], []];
  const before = workerdMs();
  for (const rank of [3, 20, 100, 600, 3000, 12_000]) {
    for (const count of [1, 4, 12, 24]) {
      for (let turn = 0; turn < 5; turn += 1) {
        // As a question has them: folded. Neighbours in rank have different endings.
        const words = Array.from({ length: count }, (_, at) => searchWords(wordOf(rank + turn * 31 + at)).join(""));
        const begun = performance.now();
        const { meetings: found, costs } = await index.find(words);
        times.push(performance.now() - begun);
        statements.push(costs.statements);
        rows.push(costs.rows);
        const sources = chooseSources(found, ASK_SOURCE_TOKENS_MAX).flatMap((one) => one.sources);
        tokens.push(sources.reduce((sum, { text }) => sum + Buffer.byteLength(text) / 3, 0));
      }
    }
  }
  const sorted = times.toSorted((one, other) => one - other);
  line(
    "finding: median, p95, longest",
    `${[0.5, 0.95, 1].map((part) => share(sorted, part).toFixed(0)).join(", ")} ms of ${times.length}`,
  );
  const after = workerdMs();
  if (before !== null && after !== null)
    line("processor time of workerd for one, on average", `${((after - before) / times.length).toFixed(0)} ms`);
  line("statements and rows read, at most", `${Math.max(...statements)}, ${Math.max(...rows)}`);
  line("tokens of text in the sources, at most", Math.max(...tokens).toFixed(0));
  if (share(sorted, 0.95) > P95_MS_MAX) process.exitCode = 1;
}

async function measureRecall(): Promise<void> {
  const real = readMeetings(process.env.ACTA_MEETINGS_DIR ?? resolve("../shared/meetings-dev"));
  if (real === null) {
    line("recall", "no meetings here");
    return;
  }
  for (const [number, meeting] of real.entries()) {
    await index.take(meeting, number, `Meeting ${number}`);
  }
  const others = real.flatMap(({ id: meeting, questions }) =>
    questions.map(({ query: question, turns }) => ({ meeting, question, turns })),
  );
  await recallOf(`our questions (${real.length} meetings)`, QUESTIONS, ({ turns }, turn) => turns.includes(turn));
  await recallOf("questions of those who made the meetings' set", others, ({ turns }, turn) =>
    turns.some(([first, last]) => first <= turn && turn <= last),
  );
}

type Asked = { meeting: string; question: string };

async function recallOf<One extends Asked>(
  what: string,
  asked: readonly One[],
  answers: (one: One, turn: number) => boolean,
) {
  const count = { sources: 0, shown: 0, moments: 0 };
  for (const one of asked) {
    const { words } = readQuestion(one.question, { today: "2026-11-23", locale: "en" });
    const chosen = chooseSources((await index.find(words)).meetings, ASK_SOURCE_TOKENS_MAX);
    const sources = chosen.flatMap(({ meetId, sources }) =>
      sources.map((source) => ({ meetId: String(meetId), ...source })),
    );
    const isRight = ({ meetId, segmentId }: { meetId: string; segmentId: string }) =>
      meetId === one.meeting && answers(one, Number(segmentId.replace("w0-", "")));
    const shown = sources
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, ASK_SHOWN_MOMENTS);
    if (sources.some(isRight)) count.sources += 1;
    else if (process.argv.includes("--misses")) line("missed", `${one.meeting}: ${one.question}`);
    if (shown.some(isRight)) count.shown += 1;
    count.moments += shown.filter(isRight).length / ASK_SHOWN_MOMENTS;
  }
  const of = ` of ${asked.length}`;
  line(`${what}: answer is a source`, `${count.sources}${of}`);
  line(`  among the ${ASK_SHOWN_MOMENTS} moments shown without a model`, `${count.shown}${of}`);
  line("  moments shown that are part of the answer", `${((100 * count.moments) / asked.length).toFixed(1)} %`);
}

try {
  line("meetings of one hour", `${meetings} (${meetings * 800} segments), load ${loadavg()[0]?.toFixed(1)}`);
  await index.build(meetings);
  await measureTimes();
  if (meetings > AMONG) await index.build(AMONG);
  await measureRecall();
  line("load at the end", loadavg()[0]?.toFixed(1) ?? "");
} finally {
  await index.dispose();
}
