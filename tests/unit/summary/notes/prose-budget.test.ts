import { expect, test } from "vitest";
import { LOCAL_CONTEXT_TOKENS } from "#app/domain/limits/engines.ts";
import { writeFromProse } from "#app/domain/summary/notes/write-from-prose.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";

/** Issue of the embedded engine: an hour of talk, by the high estimate of three bytes a token. */
const SENT_MAX = 22_000;
const ANSWERED_MAX = 2500;
/** An hour of the development meetings has so many turns and bytes of talk (tests/bench/summary/calls.ts). */
const TURNS = 460;

test("the minutes of an hour cost a small model at most 22,000 tokens of questions and 2,500 of answers", async () => {
  const segments = Array.from({ length: TURNS }, (_, at) => ({
    id: `w0-${at}`,
    startMs: at * 7800,
    endMs: at * 7800 + 7500,
    text: `Point ${at} of the plan for the rooms was discussed, and the costs were looked at again.`,
    speaker: at % 2 === 0 ? "Nora" : "Jonas",
  }));
  const cost = { sent: 0, answered: 0 };
  let round = 0;
  await writeFromProse({
    template: BASIC_SYSTEM,
    language: "en",
    segments,
    signal: new AbortController().signal,
    contextTokens: LOCAL_CONTEXT_TOKENS,
    ask: async (messages) => {
      round += 1;
      const sentence = `In stretch ${round} the people agreed on the next design and on who will see to each part of it.`;
      const isPart = messages[0]?.content.startsWith("You write what happened") === true;
      const text = isPart
        ? [1, 2, 3].map((at) => `${sentence} (${at})`).join(" ")
        : Array.from({ length: 6 }, (_, at) => `- ${at}: ${sentence}`).join("\n");
      cost.sent += messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
      cost.answered += estimateTokens(text);
      return { kind: "text", text };
    },
  });
  expect(segments.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(38_000);
  expect(cost.sent).toBeLessThanOrEqual(SENT_MAX);
  expect(cost.answered).toBeLessThanOrEqual(ANSWERED_MAX);
});
