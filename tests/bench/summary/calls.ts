/**
 * Questions and tokens that the minutes of one hour cost, on the small model of one machine and on a large one, counted without a model:
 *   npx vite-node tests/bench/summary/calls.ts [folder of meetings]
 * The hour is joined of the folder's meetings (also ACTA_MEETINGS_DIR); without them it is made of repeated sentences. Tokens are the
 * high estimate that plans the parts (three bytes a token). The last row is the judge of a large model (at most 1.4 × the first run).
 */
import path from "node:path";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { claimsOf } from "#app/domain/summary/check/judge-lines.ts";
import { judgeQuestions } from "#app/domain/summary/prompt/judge-messages.ts";
import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { LANGUAGE_CONTEXT_TOKENS_DEFAULT, LOCAL_CONTEXT_TOKENS } from "#app/domain/limits/engines.ts";
import { writeFromNotes } from "#app/domain/summary/notes/write-from-notes.ts";
import { writeFromProse } from "#app/domain/summary/notes/write-from-prose.ts";
import type { ChatAnswer } from "#app/domain/summary/prompt/ask.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
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
async function count(
  segments: Segment[],
  kept: Map<string, string>,
  isSmall: boolean,
): Promise<Count & { written: unknown }> {
  const cost: Count = { calls: 0, asked: 0, shared: 0, answered: 0 };
  let before = "";
  const answer = (messages: ChatMessage[], text: string): Promise<ChatAnswer> => {
    const question = messages.map(({ content }) => content).join("\n");
    let same = 0;
    while (same < question.length && question[same] === before[same]) same += 1;
    cost.calls += 1;
    cost.asked += estimateTokens(question);
    cost.shared += estimateTokens(question.slice(0, same));
    cost.answered += estimateTokens(text);
    before = question;
    return Promise.resolve({ kind: "text", text });
  };
  const input = {
    template: BASIC_SYSTEM,
    language: "en",
    segments,
    kept: {
      read: (key: string) => kept.get(key) ?? null,
      keep: (key: string, text: string) => void kept.set(key, text),
    },
    signal: new AbortController().signal,
  } as const;
  if (isSmall) {
    const written = await writeFromProse({
      ...input,
      contextTokens: LOCAL_CONTEXT_TOKENS,
      ask: (messages) => answer(messages, wordsTo(messages)),
    });
    return { ...cost, written };
  }
  const answers = notesAnswers(BASIC_SYSTEM);
  const chat = (messages: ChatMessage[], schema: object) =>
    answer(messages, schema === answers.notesSchema ? notesTo(messages) : minutes());
  const written = await writeFromNotes({ ...input, contextTokens: LANGUAGE_CONTEXT_TOKENS_DEFAULT, answers, chat });
  return { ...cost, written };
}

/** Counts the judge of such minutes. */
function countJudge(written: unknown, segments: Segment[]): Count {
  const { draft } = parseDraft(written, BASIC_SYSTEM);
  const { fields, talk } = checkSummary({ draft, segments, template: BASIC_SYSTEM, language: "en" });
  const claims = claimsOf(fields, talk);
  const questions = judgeQuestions(claims, segments, LANGUAGE_CONTEXT_TOKENS_DEFAULT / 4);
  const asked = questions.flatMap(({ messages }) => messages).map(({ content }) => estimateTokens(content));
  const answered = claims.length * estimateTokens('{"line": 1, "verdict": "supported"}, ');
  return { calls: questions.length, asked: asked.reduce((sum, tokens) => sum + tokens, 0), shared: 0, answered };
}

/** A sentence of a model's: some hundred characters, and none of another part's. */
const sentence = (index: number) =>
  `In this stretch, number ${index}, the people agreed on what the next design needs and who will see to it.`;
const SENTENCES = 3;
const LINES = 6;
/** A note for each so many lines of the question: 40 to 60 an hour. */
const LINES_PER_NOTE = 6;

/** Three full sentences about a part; six full lines about a field. */
function wordsTo(messages: ChatMessage[]): string {
  const isPart = messages[0]?.content.startsWith("You write what happened") === true;
  const from = estimateTokens(messages.at(-1)?.content ?? "");
  const sentences = Array.from({ length: isPart ? SENTENCES : LINES }, (_, index) => sentence(from * 10 + index));
  return isPart ? sentences.join(" ") : sentences.map((text) => `- ${text}`).join("\n");
}

function notesTo(messages: ChatMessage[]): string {
  const lines = (messages.at(-1)?.content ?? "").split("\n").length;
  const notes = Array.from({ length: Math.ceil(lines / LINES_PER_NOTE) }, (_, index) => {
    const text = sentence(index);
    return { kind: "fact", text, who: "Nora", when: "next Friday", corrects: null, lines: [index + 1, index + 2] };
  });
  return JSON.stringify({ notes });
}

/** Six lines a field, each of notes of its own, from everywhere in the hour. */
function minutes(): string {
  const itemsOf = (field: number) =>
    Array.from({ length: LINES }, (_, index) => {
      const note = 1 + field * LINES + index;
      return {
        text: sentence(note),
        notes: [note, note + 1],
        description: null,
        assigned: "Nora",
        deadline: "next Friday",
      };
    });
  const fields = BASIC_SYSTEM.fields.map(({ key }, field) => [key, { items: itemsOf(field) }]);
  return JSON.stringify({ fields: Object.fromEntries(fields) });
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
  const first = await count(segments, kept, isSmall);
  row(`${name}, first run`, first);
  row(`${name}, again`, await count(segments, kept, isSmall));
  row(`${name}, one line corrected`, await count(corrected, kept, isSmall));
  if (!isSmall) row(`${name}, its judge`, countJudge(first.written, segments));
}
