/**
 * ROUGE of the extractive summary beside simple methods, all within 110 words and in one run:
 *   npx vite-node tests/bench/summary/run.ts [folder of meetings]
 * The folder is also taken from ACTA_MEETINGS_DIR. Without meetings it reports that and succeeds: they belong to others and are not
 * part of the project.
 */
import path from "node:path";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { randomSentences, textRank, withinWords } from "./baselines.ts";
import { type BenchMeeting, readMeetings } from "./meetings.ts";
import { type Rouge, rouge } from "./rouge.ts";

const WORDS_MAX = 110;
const RANDOM_SEEDS = 10;
const METHODS = ["lead", "random", "textrank", "acta"] as const;
type Method = (typeof METHODS)[number];

const say = (line: string) => process.stdout.write(`${line}\n`);
const input = { template: BASIC_SYSTEM, language: "en" } as const;

function summaryOf(segments: Segment[]): string[] {
  const content = extractSummary({ ...input, segments }).fields.find((field) => field.key === "summary")?.content;
  return content?.type === "summary" ? content.items.map((item) => item.text) : [];
}

function summaries(method: Method, meeting: BenchMeeting): string[][] {
  const sentences = runAtOnce(sentencesOf(meeting.segments, input.language));
  switch (method) {
    case "lead":
      // The transcript's own first words, as they stand.
      return [
        withinWords(
          meeting.segments.map((segment) => segment.text),
          WORDS_MAX,
        ),
      ];
    case "random":
      return Array.from({ length: RANDOM_SEEDS }, (_, seed) => randomSentences(sentences, WORDS_MAX, seed + 1));
    case "textrank":
      return [textRank(sentences, WORDS_MAX)];
    case "acta":
      return [withinWords(summaryOf(meeting.segments), WORDS_MAX)];
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function score(method: Method, meetings: readonly BenchMeeting[]): Rouge {
  const scores = meetings.flatMap((meeting) =>
    summaries(method, meeting).flatMap((summary) =>
      meeting.references.map((reference) => rouge(summary, reference.split(/(?<=[.!?])\s+/u))),
    ),
  );
  const of = (key: keyof Rouge) => mean(scores.map((one) => one[key]));
  return { one: of("one"), two: of("two"), lsum: of("lsum") };
}

function supported(meetings: readonly BenchMeeting[]): string {
  let items = 0;
  for (const { segments } of meetings) {
    const draft = extractSummary({ ...input, segments });
    for (const { content } of draft.fields)
      items += content.type === "customTable" ? content.rows.length : content.items.length;
  }
  return `${items} lines quoted`;
}

/** In how many meetings each quarter has a line of the summary or a key point. */
function quarters(meetings: readonly BenchMeeting[]): string {
  const heard = meetings.filter(({ segments }) => {
    const places = new Map(segments.map(({ id, startMs }) => [id, startMs]));
    const endMs = segments.at(-1)?.endMs ?? 1;
    const lines = extractSummary({ ...input, segments }).fields.flatMap(({ key, content }) =>
      (key === "summary" || key === "keypoints") && content.type !== "customTable" ? content.items : [],
    );
    const found = new Set(
      lines.map(({ segmentIds }) => Math.floor((4 * (places.get(segmentIds[0] ?? "") ?? 0)) / endMs)),
    );
    return found.size === 4;
  });
  return `every quarter has a line in ${heard.length} of ${meetings.length} meetings`;
}

/** A meeting of four hours out of the given ones, one after the other. */
function fourHours(meetings: readonly BenchMeeting[]): Segment[] {
  const hoursMs = 4 * 3_600_000;
  const joined: Segment[] = [];
  let clockMs = 0;
  for (let round = 0; clockMs < hoursMs; round += 1) {
    const meeting = meetings[round % meetings.length];
    if (!meeting) break;
    const offset = clockMs;
    for (const segment of meeting.segments) {
      clockMs = offset + segment.endMs;
      joined.push({ ...segment, id: `w${round}-${segment.id}`, startMs: offset + segment.startMs, endMs: clockMs });
    }
  }
  return joined;
}

function run(): void {
  const folder = path.resolve(process.argv[2] ?? process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");
  const meetings = readMeetings(folder);
  if (meetings === null || meetings.length === 0) {
    say("Summary bench left out: no meetings found. Name their folder as an argument or in ACTA_MEETINGS_DIR.");
    return;
  }
  say(`${meetings.length} meetings, ${WORDS_MAX} words each`);
  say("method     ROUGE-1  ROUGE-2  ROUGE-Lsum");
  const results = new Map(METHODS.map((method) => [method, score(method, meetings)]));
  for (const [method, { one, two, lsum }] of results) {
    say(
      `${method.padEnd(10)} ${one.toFixed(1).padStart(7)}  ${two.toFixed(1).padStart(7)}  ${lsum.toFixed(1).padStart(10)}`,
    );
  }
  const ratio = (results.get("acta")?.two ?? 0) / (results.get("lead")?.two ?? 1);
  say(`ROUGE-2 of acta / lead: ${ratio.toFixed(2)}`);
  say(supported(meetings));
  say(quarters(meetings));
  const long = fourHours(meetings);
  extractSummary({ ...input, segments: meetings[0]?.segments ?? [] });
  const started = performance.now();
  extractSummary({ ...input, segments: long });
  say(`four hours, ${long.length} segments: ${Math.round(performance.now() - started)} ms`);
}

run();
