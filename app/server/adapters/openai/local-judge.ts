import * as z from "zod";
import { LANGUAGE_WAIT_MS } from "#app/domain/limits/steps.ts";
import type { Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { judgeRequests } from "#app/domain/summary/prompt/judge-one.ts";
import { askOpenAi } from "#app/server/adapters/openai/ask.ts";
import type { Judge } from "#app/server/ports/judge.ts";
import { LanguageNotReady } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const answer = z.object({ probabilities: z.array(z.number().min(0).max(1)) });

/**
 * The local language server's model as a judge, by the probability of its "yes" (workers/local/language/judge-lines.mjs). It never
 * contradicts a line: a small model's "no" is no reason to take a line out of the minutes. `from`: judge-one.ts.
 */
export function localJudge({ baseUrl, apiKey, from }: { baseUrl: string; apiKey: string; from: number }): Judge {
  return {
    async judge({ claims, segments, signal }) {
      const verdicts: (Verdict | null)[] = claims.map(() => null);
      // One after the other: the server has one model.
      for (const { request, indexes } of judgeRequests(claims, segments)) {
        const { probabilities } = await ask({ baseUrl, apiKey, request, signal });
        for (const [at, index] of indexes.entries()) {
          const probability = probabilities[at];
          if (probability !== undefined) verdicts[index] = probability >= from ? "supported" : "not-said";
        }
      }
      return verdicts;
    },
  };
}

/** Throws LanguageNotReady while the server is still at the question, and UpstreamError. */
async function ask(asked: { baseUrl: string; apiKey: string; request: object; signal: AbortSignal }) {
  const { baseUrl, apiKey, request, signal } = asked;
  const url = new URL("/v1/judge", baseUrl).href;
  try {
    return await askOpenAi({ service: "language", url, apiKey, body: JSON.stringify(request), signal, schema: answer });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 503) throw error;
    throw new LanguageNotReady(error.retryAfterMs ?? LANGUAGE_WAIT_MS);
  }
}
