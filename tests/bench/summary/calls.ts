/**
 * Questions and tokens that the minutes of one hour cost, on the small model of one machine and on a large one, counted without a model:
 *   npx vite-node tests/bench/summary/calls.ts [folder of meetings]
 * The hour is joined of the folder's meetings (also ACTA_MEETINGS_DIR); without them it is made of repeated sentences. Tokens are the
 * high estimate that plans the parts (three bytes a token).
 */
import path from "node:path";
import { readDraftAnswer } from "#app/contracts/meeting/draft-answer.ts";
import {
  BRIEF_ITEMS_MAX,
  LANGUAGE_CONTEXT_TOKENS_DEFAULT,
  LOCAL_CONTEXT_TOKENS,
  LOCAL_PART_MS,
} from "#app/domain/limits/engines.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import { writeDraft } from "#app/domain/summary/prompt/write-draft.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { readMeetings } from "./meetings.ts";

const HOUR_MS = 3_600_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

function hourOf(folder: string): { segments: Segment[]; source: string } {
  const meetings = readMeetings(folder) ?? [];
  const segments: Segment[] = [];
  let clockMs = 0;
  for (const [round, meeting] of meetings.entries()) {
    const offset = clockMs;
    for (const segment of meeting.segments) {
      const startMs = offset + segment.startMs;
      if (startMs >= HOUR_MS) return { segments, source: "meetings of the folder" };
      clockMs = offset + segment.endMs;
      segments.push({ ...segment, id: `w${round}-${segment.id}`, startMs, endMs: clockMs });
    }
  }
  if (clockMs >= HOUR_MS) return { segments, source: "meetings of the folder" };
  const lines = Array.from({ length: 600 }, (_, index) => ({
    id: `w0-${index}`,
    startMs: index * 6000,
    endMs: index * 6000 + 5500,
    text: `Point ${index} of the plan for the seminar rooms was discussed, and the costs were looked at again.`,
    speaker: index % 2 === 0 ? "Speaker 1" : "Speaker 2",
  }));
  return { segments: lines, source: "made of repeated sentences" };
}

type Count = { calls: number; asked: number; shared: number; answered: number };

/** Counts what a run costs. `shared`: tokens at the beginning of a question that the one before it began with too. */
async function count(segments: Segment[], kept: Map<string, string>, isSmall: boolean): Promise<Count> {
  const cost: Count = { calls: 0, asked: 0, shared: 0, answered: 0 };
  let before = "";
  await writeDraft({
    template: BASIC_SYSTEM,
    language: "en",
    segments,
    contextTokens: isSmall ? LOCAL_CONTEXT_TOKENS : LANGUAGE_CONTEXT_TOKENS_DEFAULT,
    ...(isSmall ? { partMs: LOCAL_PART_MS } : {}),
    kept: { read: (key) => kept.get(key) ?? null, keep: (key, answer) => void kept.set(key, answer) },
    signal: new AbortController().signal,
    chat(messages, _signal, lines) {
      const question = messages.map(({ content }: ChatMessage) => content).join("\n");
      let same = 0;
      while (same < question.length && question[same] === before[same]) same += 1;
      const text = answerTo(lines.slice(0, BRIEF_ITEMS_MAX));
      cost.calls += 1;
      cost.asked += estimateTokens(question);
      cost.shared += estimateTokens(question.slice(0, same));
      cost.answered += estimateTokens(text);
      before = question;
      return Promise.resolve({ kind: "text", text });
    },
    read: (text) => readDraftAnswer(text, BASIC_SYSTEM),
  });
  return cost;
}

/** An answer with every field full: the most that a part costs. */
function answerTo(lines: readonly Segment[]): string {
  const items = lines.map(({ id, text }) => ({
    text: text.slice(0, 120),
    segmentIds: [id],
    description: null,
    assigned: null,
    deadline: null,
  }));
  return JSON.stringify({ fields: Object.fromEntries(BASIC_SYSTEM.fields.map(({ key }) => [key, { items }])) });
}

const folder = path.resolve(process.argv[2] ?? process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");
const { segments, source } = hourOf(folder);
say(`one hour, ${segments.length} segments (${source})`);
say("engine, run                      calls  asked  of it shared  answered");
const row = (name: string, { calls, asked, shared, answered }: Count) =>
  say(
    `${name.padEnd(31)} ${String(calls).padStart(6)} ${String(asked).padStart(6)} ${String(shared).padStart(13)} ${String(answered).padStart(9)}`,
  );
const middle = Math.floor(segments.length / 2);
const corrected = segments.map((line, index) => (index === middle ? { ...line, text: `${line.text} Indeed.` } : line));
for (const isSmall of [true, false]) {
  const name = isSmall ? "small" : "large";
  const kept = new Map<string, string>();
  row(`${name}, first run`, await count(segments, kept, isSmall));
  row(`${name}, again`, await count(segments, kept, isSmall));
  row(`${name}, one line corrected`, await count(corrected, kept, isSmall));
}
