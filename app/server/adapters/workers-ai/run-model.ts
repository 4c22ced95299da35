import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** The part of the Workers AI binding that we use; implemented by `env.AI` and by fakes in tests. */
export interface AiRunner {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

/**
 * Codes for a wrong question, account or model name, after which a retry is useless
 * (developers.cloudflare.com/workers-ai/platform/errors). All others (out of capacity, time-out, aborted, daily
 * allocation, no code at all) are temporary.
 */
const FINAL_CODES = new Map([
  [3003, 400],
  [3006, 413],
  [3023, 403],
  [3039, 400],
  [3041, 403],
  [3042, 404],
  [5004, 400],
  [5005, 405],
  [5006, 400],
  [5007, 400],
  [5016, 403],
  [5018, 403],
  [5019, 405],
  [5035, 403],
]);
const BUSY_CODES = new Map([
  [3007, 408],
  [3008, 408],
  [3036, 429],
  [3040, 429],
]);

/**
 * Runs a model. Every failure is an UpstreamError whose cause holds the binding's error. The binding's errors differ only by the
 * number in their message.
 */
export async function runModel(input: {
  ai: AiRunner;
  service: "speech" | "language";
  model: string;
  inputs: Record<string, unknown>;
  signal: AbortSignal;
}): Promise<unknown> {
  const { ai, service, model, inputs, signal } = input;
  try {
    signal.throwIfAborted();
    return await Promise.race([ai.run(model, inputs, { signal }), aborted(signal)]);
  } catch (cause) {
    const code = codeIn(cause);
    const finalStatus = code === null ? undefined : FINAL_CODES.get(code);
    const status = finalStatus ?? (code === null ? null : (BUSY_CODES.get(code) ?? null));
    throw new UpstreamError({ service, status, retryable: finalStatus === undefined, cause });
  }
}

/** Models do not all mind the signal; waiting ends with it all the same. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

function codeIn(error: unknown): number | null {
  const code = /\b([35]0\d\d)\b/.exec(error instanceof Error ? error.message : "")?.[1];
  return code === undefined ? null : Number(code);
}

/** `@cf/openai/whisper-large-v3-turbo` as a part of a path. */
export function modelId(model: string): string {
  return `workers-ai-${model.replace(/^@cf\//, "").replace(/[^A-Za-z0-9._-]/g, "_")}`;
}
