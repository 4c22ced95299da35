import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure, CallResult } from "#app/contracts/call-result.ts";
import { type ChatEvent, chatEvent } from "#app/contracts/chat.ts";
import {
  askChat as askEndpoint,
  clearChat as clearEndpoint,
  readChat as readEndpoint,
  stopChat as stopEndpoint,
} from "#app/contracts/endpoints/chat.ts";
import type { Suggestion } from "#app/domain/chat/exchange.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import type { ChatTrouble } from "#app/features/meeting/chat/chat-state.ts";

/** The chat's calls, as the page makes them. None of them throws but for an abort by the page itself. */
export type ChatQuestion = { key: string; question: string; suggestion: Suggestion | null } | { again: number };
type OnEvent = (event: ChatEvent) => void;

/** The conversation so far, and what is being answered for as long as it is. Null: heard to the end. */
export function readChat(meetId: string, onEvent: OnEvent, signal: AbortSignal): Promise<ChatTrouble | null> {
  return follow(callApi(readEndpoint, { params: { meetId }, signal }), onEvent, signal);
}

export function askChat(
  meetId: string,
  question: ChatQuestion,
  onEvent: OnEvent,
  signal: AbortSignal,
): Promise<ChatTrouble | null> {
  return follow(callApi(askEndpoint, { params: { meetId }, body: question, signal }), onEvent, signal);
}

export async function tellChat(meetId: string, what: "stop" | "clear"): Promise<ChatTrouble | null> {
  const end = await callApi(what === "stop" ? stopEndpoint : clearEndpoint, { params: { meetId }, unread: true });
  return end.ok ? null : troubleOf(end);
}

async function follow(
  calling: Promise<CallResult<Response>>,
  onEvent: OnEvent,
  signal: AbortSignal,
): Promise<ChatTrouble | null> {
  const end = await calling;
  signal.throwIfAborted();
  if (!end.ok) return troubleOf(end);
  try {
    if (!end.value.body) return { kind: "lost" };
    let answering = false;
    for await (const event of events(end.value.body)) {
      if (event.type === "ended" || event.type === "gone") answering = false;
      if (event.type === "asked") answering = true;
      if (event.type === "history") answering = event.exchanges.some(({ state }) => state === "answering");
      onEvent(event);
    }
    // A line that breaks ends the stream like the answer's own end; only the answer's says that it is over.
    return answering ? { kind: "lost" } : null;
  } catch (error) {
    if (signal.aborted) throw error;
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

function troubleOf(failure: CallFailure): ChatTrouble {
  if (failure.kind === "too-many-requests") {
    return { kind: "too-many", seconds: failure.retryAfterS ?? RATE_PERIOD_S };
  }
  if (failure.kind === "signed-out") return { kind: "signed-out" };
  if (failure.status === 404) return { kind: "gone" };
  return failure.message === null ? { kind: "lost" } : { kind: "refused", text: failure.message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
