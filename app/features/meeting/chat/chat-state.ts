import type { ChatEvent } from "#app/contracts/meeting/chat.ts";
import { emptyAnswer, type Exchange } from "#app/domain/chat/exchange.ts";
import { assertNever } from "#app/domain/invariant.ts";

/** The reason that a question was not accepted or the conversation cannot be shown. `text` is the server's text. */
export type ChatTrouble =
  | { kind: "lost" | "signed-out" | "gone" | "busy" }
  | { kind: "too-many"; seconds: number }
  | { kind: "refused"; text: string };

/** The state of the conversation on an open page. */
export type ChatState = {
  /** Null until it has been read once. */
  known: { engine: "model" | "quotes"; hasTranscript: boolean } | null;
  exchanges: readonly Exchange[];
  /** The sentence that the engine is writing, not checked yet. */
  draft: string;
  trouble: ChatTrouble | null;
};

export const CHAT_UNKNOWN: ChatState = { known: null, exchanges: [], draft: "", trouble: null };

export type ChatChange = ChatEvent | { type: "trouble"; trouble: ChatTrouble | null };

/** Returns the next state after an event of the stream or after a failed request. */
export function applyChat(state: ChatState, change: ChatChange): ChatState {
  switch (change.type) {
    case "history": {
      const { engine, hasTranscript, exchanges } = change;
      return { known: { engine, hasTranscript }, exchanges, draft: "", trouble: null };
    }
    case "asked":
      return { ...state, exchanges: put(state.exchanges, change.exchange), draft: "", trouble: null };
    case "draft":
      return { ...state, draft: change.text };
    case "line":
      return {
        ...state,
        draft: "",
        exchanges: growing(state.exchanges, change.id, (answer) => ({
          ...answer,
          lines: [...answer.lines, change.line],
        })),
      };
    case "left-out":
      return {
        ...state,
        draft: "",
        exchanges: growing(state.exchanges, change.id, (answer) => ({ ...answer, leftOut: change.leftOut })),
      };
    case "ended":
      return { ...state, draft: "", exchanges: put(state.exchanges, change.exchange) };
    case "gone":
      return { ...state, exchanges: [], draft: "" };
    case "trouble":
      return { ...state, trouble: change.trouble };
    default:
      return assertNever(change);
  }
}

/** The answer that is being written; there is at most one at a time. */
export function answeringOf({ exchanges }: ChatState): Exchange | null {
  return exchanges.find(({ state }) => state === "answering") ?? null;
}

function put(exchanges: readonly Exchange[], exchange: Exchange): Exchange[] {
  const known = exchanges.some(({ id }) => id === exchange.id);
  return known ? exchanges.map((one) => (one.id === exchange.id ? exchange : one)) : [...exchanges, exchange];
}

function growing(
  exchanges: readonly Exchange[],
  id: number,
  grow: (answer: NonNullable<Exchange["answer"]>) => Exchange["answer"],
): Exchange[] {
  return exchanges.map((one) => (one.id === id ? { ...one, answer: grow(one.answer ?? emptyAnswer("model")) } : one));
}
