import { readFileSync } from "node:fs";
import * as z from "zod";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { tasksOf } from "#app/domain/summary/extractive/tasks.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import type { BenchMeeting } from "./meetings.ts";

/**
 * Tasks against labels made by reading: a sentence is a task where somebody committed to something, or was asked and did
 * not refuse, that is left to do after the meeting. The labels name places only, none of the meetings' words: the segment in
 * which a sentence begins, and which of the sentences that begin there it is. They cover every task that the engine has ever found in
 * these meetings, and a sample of those that it does not find: sentences with a future or a promise in them, all read.
 */
const labels = z.array(
  z.object({ meeting: z.string(), segment: z.string(), sentence: z.number().int().min(0), task: z.boolean() }),
);

const FILE = new URL("task-labels.json", import.meta.url);

export type TaskScore = { found: number; right: number; unlabelled: string[]; commitments: number; recalled: number };

export function scoreTasks(meetings: readonly BenchMeeting[]): TaskScore {
  const known = labels.parse(JSON.parse(readFileSync(FILE, "utf8")));
  const score: TaskScore = { found: 0, right: 0, unlabelled: [], commitments: 0, recalled: 0 };
  for (const { id, segments } of meetings) {
    const sentences = runAtOnce(sentencesOf(segments, "en"));
    const tasks = runAtOnce(tasksOf(sentences, "en"));
    const found = new Set(
      sentences.filter((one) => tasks.some((task) => isOf(task, one))).map((one) => placeOf(one, sentences)),
    );
    const own = new Map(
      known.filter(({ meeting }) => meeting === id).map((label) => [`${label.segment}/${label.sentence}`, label.task]),
    );
    score.found += found.size;
    for (const place of found) {
      if (!own.has(place)) score.unlabelled.push(`${id} ${place}`);
      else if (own.get(place)) score.right += 1;
    }
    const commitments = [...own].flatMap(([place, task]) => (task ? [place] : []));
    score.commitments += commitments.length;
    score.recalled += commitments.filter((place) => found.has(place)).length;
  }
  return score;
}

export function isOf(task: { text: string; segmentIds: readonly string[] }, sentence: Sentence): boolean {
  // A task also cites the answer that accepts it, after its own segments.
  return task.text === sentence.text && sentence.segmentIds.every((id, index) => task.segmentIds[index] === id);
}

export function placeOf(sentence: Sentence, sentences: readonly Sentence[]): string {
  const segment = sentence.segmentIds[0];
  const own = sentences.filter(({ segmentIds }) => segmentIds[0] === segment);
  return `${segment}/${own.findIndex(({ index }) => index === sentence.index)}`;
}
