import type { Paragraph } from "#app/domain/summary/notes/paragraph.ts";
import type { Step } from "#workers/meeting/steps/step.ts";
import { saveTold } from "#workers/meeting/store/running-minutes.ts";

/** Stores and shows the running minutes while they grow. A paragraph that is shown already changes nothing. */
export function tellParagraph({ effect, say }: Pick<Step<Extract<Step["effect"], { run: number }>>, "effect" | "say">) {
  return (paragraph: Paragraph): void =>
    say(
      { type: "paragraph-told", run: effect.run, untilMs: Math.round(paragraph.endMs) },
      { write: (sql) => saveTold(sql, paragraph) },
    );
}
