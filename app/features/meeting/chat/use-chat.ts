import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure, CallResult } from "#app/contracts/call-result.ts";
import { type ChatEvent, chatEvent } from "#app/contracts/meeting/chat.ts";
import {
  askChat as askEndpoint,
  clearChat as clearEndpoint,
  readChat as readEndpoint,
  stopChat as stopEndpoint,
} from "#app/contracts/endpoints/chat.ts";
import type { Suggestion } from "#app/domain/chat/exchange.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import {
  answeringOf,
  applyChat,
  CHAT_UNKNOWN,
  type ChatState,
  type ChatTrouble,
} from "#app/features/meeting/chat/chat-state.ts";
import { onChatEvent } from "#app/features/meeting/chat/chat-events.ts";

/** The chat's calls, as the page makes them. None of them throws but for an abort by the page itself. */
type ChatQuestion = { key: string; question: string; suggestion: Suggestion | null } | { again: number };
type OnEvent = (event: ChatEvent) => void;

/** The conversation so far, and what is being answered for as long as it is. Null: heard to the end. */
function readChat(meetId: string, onEvent: OnEvent, signal: AbortSignal): Promise<ChatTrouble | null> {
  return follow(callApi(readEndpoint, { params: { meetId }, signal }), onEvent, signal);
}

function askChat(
  meetId: string,
  question: ChatQuestion,
  onEvent: OnEvent,
  signal: AbortSignal,
): Promise<ChatTrouble | null> {
  return follow(callApi(askEndpoint, { params: { meetId }, body: question, signal }), onEvent, signal);
}

async function tellChat(meetId: string, what: "stop" | "clear"): Promise<ChatTrouble | null> {
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

export type Chat = {
  state: ChatState;
  /** Resolves to whether the question was taken; one that was not belongs back into the field. */
  ask: (question: string, suggestion: Suggestion | null) => Promise<boolean>;
  askAgain: (id: number) => void;
  stop: () => void;
  clear: () => void;
  /** Reads the conversation again after the connection was lost. */
  look: () => void;
  busy: () => void;
};

/** Delay in ms before the page reads again after a lost connection; the server continues the answer meanwhile. */
const LOOK_AGAIN_MS = 2000;

/** Passes events on, and notes the one that says that the server has kept the question. */
function noting(kept: { taken: boolean }, dispatch: (event: ChatEvent) => void) {
  return (event: ChatEvent) => {
    if (event.type === "asked") kept.taken = true;
    dispatch(event);
  };
}

/**
 * A person's conversation about a meeting, the same on all of their pages. A change of `status` shows that there is more to ask
 * about. There is one stream at a time: a newer one ends the older one.
 */
export function useChat(meetId: string, status: string): Chat {
  const [state, dispatch] = useReducer(applyChat, CHAT_UNKNOWN);
  const stream = useRef<{ stop: AbortController; asks: boolean } | null>(null);

  const run = useCallback(async (asks: boolean, call: (signal: AbortSignal) => ReturnType<typeof readChat>) => {
    stream.current?.stop.abort();
    const own = { stop: new AbortController(), asks };
    stream.current = own;
    try {
      const trouble = await call(own.stop.signal);
      if (stream.current !== own) return;
      stream.current = null;
      if (trouble) dispatch({ type: "trouble", trouble });
    } catch {
      // Another stream has replaced this one, or the page was left.
    }
  }, []);

  const look = useCallback(() => void run(false, (signal) => readChat(meetId, dispatch, signal)), [meetId, run]);

  useEffect(() => {
    look();
    const quiet = onChatEvent(() => {
      // A page that asked already receives the answer on its own stream.
      if (!stream.current?.asks) look();
    });
    return () => {
      quiet();
      stream.current?.stop.abort();
      stream.current = null;
    };
  }, [look]);

  // When a transcript arrives while the chat is open, questions about it become possible.
  const seen = useRef(status);
  useEffect(() => {
    if (seen.current === status) return;
    seen.current = status;
    if (!stream.current?.asks) look();
  }, [status, look]);

  const lost = state.trouble?.kind === "lost";
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(look, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [lost, look]);

  const answering = answeringOf(state) !== null;
  return useMemo(() => {
    const send = async (question: ChatQuestion): Promise<boolean> => {
      if (answering) {
        dispatch({ type: "trouble", trouble: { kind: "busy" } });
        return false;
      }
      const kept = { taken: false };
      await run(true, (signal) => askChat(meetId, question, noting(kept, dispatch), signal));
      return kept.taken;
    };
    const tell = async (what: "stop" | "clear") => {
      const trouble = await tellChat(meetId, what);
      if (trouble) dispatch({ type: "trouble", trouble });
      else if (what === "clear") dispatch({ type: "gone" });
    };
    return {
      state,
      ask: (question, suggestion) => send({ key: crypto.randomUUID(), question, suggestion }),
      askAgain: (id) => void send({ again: id }),
      stop: () => void tell("stop"),
      clear: () => void tell("clear"),
      look,
      busy: () => dispatch({ type: "trouble", trouble: { kind: "busy" } }),
    };
  }, [state, answering, look, meetId, run]);
}
