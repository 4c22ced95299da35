import { type ChatEvent, chatEvent } from "#app/contracts/chat.ts";
import { apiError } from "#app/contracts/upload-answers.ts";
import type { Suggestion } from "#app/domain/chat/exchange.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import type { ChatTrouble } from "#app/features/meeting/chat/chat-state.ts";

/** The chat's calls, as the page makes them. None of them throws but for an abort by the page itself. */
export type ChatQuestion = { key: string; question: string; suggestion: Suggestion | null } | { again: number };
type Hear = (event: ChatEvent) => void;

const pathOf = (meetId: string) => `/api/acta/meetings/${meetId}/chat`;

/** The conversation so far, and what is being answered for as long as it is. Null: heard to the end. */
export function readChat(meetId: string, hear: Hear, signal: AbortSignal): Promise<ChatTrouble | null> {
  return follow(pathOf(meetId), { signal }, hear);
}

export function askChat(
  meetId: string,
  question: ChatQuestion,
  hear: Hear,
  signal: AbortSignal,
): Promise<ChatTrouble | null> {
  const headers = { "Content-Type": "application/json" };
  return follow(pathOf(meetId), { method: "POST", headers, body: JSON.stringify(question), signal }, hear);
}

export async function tellChat(meetId: string, what: "stop" | "clear"): Promise<ChatTrouble | null> {
  try {
    const response = await fetch(`${pathOf(meetId)}/${what}`, { method: "POST" });
    return response.ok ? null : await troubleOf(response);
  } catch {
    return { kind: "lost" };
  }
}

async function follow(
  path: string,
  init: RequestInit & { signal: AbortSignal },
  hear: Hear,
): Promise<ChatTrouble | null> {
  try {
    const response = await fetch(path, init);
    if (!response.ok || !response.body) return await troubleOf(response);
    let answering = false;
    for await (const event of events(response.body)) {
      if (event.type === "ended" || event.type === "gone") answering = false;
      if (event.type === "asked") answering = true;
      if (event.type === "history") answering = event.exchanges.some(({ state }) => state === "answering");
      hear(event);
    }
    // A line that breaks ends the stream like the answer's own end; only the answer's says that it is over.
    return answering ? { kind: "lost" } : null;
  } catch (error) {
    if (init.signal.aborted) throw error;
    return { kind: "lost" };
  }
}

/** One event a line; pieces end anywhere. What cannot be read is left out: a newer server may say more than we know. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = chatEvent.safeParse(parseJson(line));
      if (event.success) yield event.data;
    }
  }
}

async function troubleOf(response: Response): Promise<ChatTrouble> {
  if (response.status === 429) {
    const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
    return { kind: "too-many", seconds: Number.isFinite(seconds) ? seconds : RATE_PERIOD_S };
  }
  if (response.status === 401) return { kind: "signed-out" };
  if (response.status === 404) return { kind: "gone" };
  const error = apiError.safeParse(parseJson(await response.text().catch(() => "")));
  return error.success ? { kind: "refused", text: error.data.error.message } : { kind: "lost" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
