import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import type { ChatEvent } from "#app/contracts/chat.ts";
import type { Suggestion } from "#app/domain/chat/exchange.ts";
import { askChat, type ChatQuestion, readChat, tellChat } from "#app/features/meeting/chat/chat-calls.ts";
import { onChatEvent } from "#app/features/meeting/chat/chat-events.ts";
import { answeringOf, applyChat, CHAT_UNKNOWN, type ChatState } from "#app/features/meeting/chat/chat-state.ts";

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
