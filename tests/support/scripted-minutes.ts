import { runInDurableObject } from "cloudflare:test";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { objectOf } from "#tests/support/upload-meeting.ts";

/** Names whoever says the line, by the present name. */
export const THE_SPEAKER = "(whoever says it)";

/** The task that a line of the talk gives, as a model would write it. */
export type SaidTask = { assigned: string | null; deadline: string | null };

/** "I will do it by Friday", said by Nora Puig. */
export const BY_NORA: SaidTask = { assigned: "Nora Puig", deadline: "by Friday" };

/**
 * Minutes that are known beforehand: the first line is the summary, the others are key points, and those with a task are tasks too. In
 * the words of the talk, so that every line is confirmed. `tasks`: by the index of their line.
 */
export function scriptedLanguage(tasks: ReadonlyMap<number, SaidTask>): LanguageModel {
  return {
    engine: { port: "openai", model: "scripted" },
    judge: { judge: async ({ claims }) => claims.map(() => null) },
    async writeSummary({ template, segments }) {
      const items = segments.map(({ id, text }) => ({ text, segmentIds: [id] }));
      const ownerOf = ({ assigned }: SaidTask, line: number) =>
        assigned === THE_SPEAKER ? (segments[line]?.speaker ?? null) : assigned;
      const of = {
        summary: items.slice(0, 1),
        keypoints: items.slice(1),
        tasks: items.flatMap((item, line) => {
          const task = tasks.get(line);
          return task ? [{ ...item, description: null, ...task, assigned: ownerOf(task, line) }] : [];
        }),
      };
      return {
        fields: Object.fromEntries(
          template.fields.map(({ key, type }) => [
            key,
            { items: type === "summary" || type === "keypoints" || type === "tasks" ? of[type] : [] },
          ]),
        ),
      };
    },
  };
}

/** Lets a real object's minutes be written by a model of the test, until the object leaves memory. */
export async function giveLanguage(object: ReturnType<typeof objectOf>, language: LanguageModel): Promise<void> {
  await runInDurableObject(object, (instance) => {
    Object.assign(Reflect.get(instance, "deps"), { language });
  });
}
