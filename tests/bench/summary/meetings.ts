import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** One file of a folder of meetings: who said what, and what people wrote about the whole meeting. */
const meetingFile = z.object({
  id: z.string(),
  turns: z.array(z.tuple([z.string(), z.string()])),
  reference_summaries: z.array(z.string()).min(1),
  questions: z
    .array(z.object({ query: z.string(), answer: z.string(), turns: z.array(z.tuple([z.number(), z.number()])) }))
    .default([]),
});

export type BenchMeeting = {
  id: string;
  segments: Segment[];
  references: string[];
  /** Questions that people asked about the meeting, and the turns (first and last) that hold the answer. */
  questions: { query: string; turns: [number, number][] }[];
  /** Sentences that people wrote: the summaries and the answers. */
  answers: string[];
};

/** The transcripts have no times: people say about 2.6 words a second. */
const MS_PER_WORD = 1000 / 2.6;

/** The meetings of a folder, or null where there is no such folder. */
export function readMeetings(folder: string): BenchMeeting[] | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.toSorted().map((name) => {
    const file = meetingFile.parse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
    const written = [...file.reference_summaries, ...file.questions.map(({ answer }) => answer)];
    return {
      id: file.id,
      segments: segmentsOf(file.turns),
      references: file.reference_summaries,
      questions: file.questions,
      answers: written.flatMap((text) => text.split(/(?<=[.!?])\s+/u)),
    };
  });
}

function segmentsOf(turns: readonly [string, string][]): Segment[] {
  let clockMs = 0;
  return turns.flatMap(([speaker, text], index) => {
    const startMs = clockMs;
    clockMs += text.split(/\s+/u).length * MS_PER_WORD;
    return text.trim() === "" ? [] : [{ id: `w0-${index}`, startMs, endMs: clockMs, text, speaker }];
  });
}
