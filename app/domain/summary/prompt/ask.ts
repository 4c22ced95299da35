import { LANGUAGE_ANSWER_TOKENS_MAX } from "#app/domain/limits/engines.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import { type ChatMessage, repairMessages } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import { UnusableAnswerError } from "#app/domain/summary/prompt/unusable-answer.ts";

/** A model's answer to one question: its text, the text that it had room for, or that the question was too long. */
export type ChatAnswer = { kind: "text"; text: string } | { kind: "cut-off"; text: string } | { kind: "too-long" };

/** The contents of an answer, or the problem with it, in words for the model. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; problem: string };

export type Asked<Value> = { kind: "read"; text: string; value: Value } | { kind: "cut-off" } | { kind: "too-long" };

/** Returns the tokens reserved for the answer, out of the tokens for one question. */
export function answerTokensOf(contextTokens: number): number {
  return Math.min(LANGUAGE_ANSWER_TOKENS_MAX, Math.floor(contextTokens / 4));
}

/** Returns the tokens that a question has left for its material. Never zero: a template may exceed a small model's room. */
export function roomFor(contextTokens: number, empty: readonly ChatMessage[]): number {
  const frame = empty.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return Math.max(Math.floor(contextTokens / 8), contextTokens - answerTokensOf(contextTokens) - frame);
}

/** Returns the hash of a whole question: the same question has the same answer. */
export function keyOf(messages: readonly ChatMessage[]): Promise<string> {
  return sha256Base64(new TextEncoder().encode(JSON.stringify(messages)));
}

/** Asks, and once more with the problem of an answer that cannot be read. Throws UnusableAnswerError after the second one. */
export async function askAndRepair<Value>(
  messages: ChatMessage[],
  chat: (messages: ChatMessage[]) => Promise<ChatAnswer>,
  read: (text: string) => Read<Value>,
): Promise<Asked<Value>> {
  const answer = await chat(messages);
  if (answer.kind !== "text") return answer;
  const first = read(answer.text);
  if (first.ok) return { kind: "read", text: answer.text, value: first.value };
  const again = await chat(repairMessages(messages, answer.text, first.problem));
  if (again.kind !== "text") return again;
  const second = read(again.text);
  if (!second.ok) throw new UnusableAnswerError("not a draft");
  return { kind: "read", text: again.text, value: second.value };
}
