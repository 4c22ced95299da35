import { ENGINE_ANSWER_BYTES_MAX } from "#app/domain/limits/engines.ts";
import type { Read } from "#app/domain/summary/prompt/ask.ts";

/**
 * Reads the JSON object of a model's text: in a code fence or between other words, after reasoning in think tags. `problem` is written for
 * the model; it may quote the answer, so it is never logged.
 */
export function jsonOf(text: string): Read<unknown> {
  const bare = text.slice(0, ENGINE_ANSWER_BYTES_MAX).replace(/^\s*<think>[\s\S]*?<\/think>/u, "");
  const from = bare.indexOf("{");
  const to = bare.lastIndexOf("}");
  if (from === -1 || to < from) return { ok: false, problem: "there is no JSON object in it" };
  try {
    return { ok: true, value: JSON.parse(bare.slice(from, to + 1)) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "it is not JSON" };
  }
}
