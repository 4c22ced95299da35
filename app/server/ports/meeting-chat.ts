import type { Suggestion } from "#app/domain/chat/exchange.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { ByMeeting } from "#app/server/ports/meeting-process.ts";

/**
 * The person who asks; each person has their own conversation. `locale` is the language of a question when its text does not show
 * it; `sessionHash` is the session whose page reads the answer, until that session ends.
 */
export type ChatAsker = { userId: string; locale: Locale; sessionHash: string };
export type ChatAsked =
  | { key: string; question: string; suggestion: Suggestion | null }
  | { again: number }
  /** A program's question: it is no part of the person's conversation, and is not kept. */
  | { question: string; isKept: false };
export type ChatRefusal = "not-found" | "no-transcript" | "chat-busy" | "not-retryable";

/** Events of contracts/meeting/chat.ts, one a line, as they happen. Leaving the stream does not end the answer. */
export type ChatStream = ReadableStream<Uint8Array>;

/** The methods of a meeting object for its chat. The caller has already checked access. */
export interface MeetingChatStub {
  /** The conversation so far, and the answer that is being written until it ends. */
  readChat(asker: ChatAsker): Promise<Outcome<ChatStream, "not-found">>;
  /**
   * Asks. The same key again is the same question. A program has one running answer beside the person's own. chat-busy: an answer to this person is still being written;
   * not-retryable: the question that is to be asked again is gone, or well answered.
   */
  askChat(asker: ChatAsker, asked: ChatAsked): Promise<Outcome<ChatStream, ChatRefusal>>;
  /** Ends the answer that is being written; what was checked by then is kept. Nothing to stop is no error. */
  stopChat(userId: string): Promise<Outcome<null, "not-found">>;
  /** Removes the person's conversation, and ends the answer that is being written. */
  clearChat(userId: string): Promise<Outcome<null, "not-found">>;
}

export type MeetingChats = ByMeeting<MeetingChatStub>;
