import type { ChatEvent } from "#app/contracts/chat.ts";
import { type Answer, emptyAnswer, type Exchange } from "#app/domain/chat/exchange.ts";
import type { ReadEvent } from "#app/domain/chat/read-answer.ts";
import type { ChatStream } from "#app/server/ports/meeting-chat.ts";
import { type ChatListener, eventStream } from "#workers/meeting/chat-stream.ts";

/** An answer on its way: what is checked of it, what is being written, and who listens. */
export type Running = {
  exchange: Exchange;
  answer: Answer;
  draft: string;
  stop: AbortController;
  /** Who listens, by the session of the page. */
  listeners: Map<ChatListener, string>;
};

export function begun(exchange: Exchange, by: Answer["by"]): Running {
  return { exchange, answer: emptyAnswer(by), draft: "", stop: new AbortController(), listeners: new Map() };
}

/** What comes of it from now on, after `first`, for a page of this session; a page that leaves ends nothing. */
export function follow(one: Running, sessionHash: string, first: ChatEvent): ChatStream {
  return eventStream((listener) => {
    one.listeners.set(listener, sessionHash);
    listener.send(first);
    if (one.draft !== "") listener.send({ type: "draft", id: one.exchange.id, text: one.draft });
    return () => one.listeners.delete(listener);
  });
}

/** Nothing more comes of it. */
export function leave({ listeners }: Running): void {
  for (const listener of listeners.keys()) listener.close();
  listeners.clear();
}

/** The pages of a session hear no more of it; the answer itself goes on. */
export function leaveSession({ listeners }: Running, sessionHash: string): void {
  for (const [listener, ofSession] of listeners) {
    if (ofSession !== sessionHash) continue;
    listener.close();
    listeners.delete(listener);
  }
}

/** The exchange as it is by now. */
export function shown({ exchange, answer }: Running): Exchange {
  return { ...exchange, state: "answering", answer };
}

export function take(one: Running, event: ReadEvent): void {
  const { id } = one.exchange;
  one.draft = event.type === "draft" ? event.text : "";
  if (event.type === "line") one.answer.lines.push(event.line);
  if (event.type === "left-out") one.answer.leftOut = event.leftOut;
  tell(one, { ...event, id });
}

export function tell({ listeners }: Running, event: ChatEvent): void {
  for (const listener of listeners.keys()) listener.send(event);
}

export function told(events: readonly ChatEvent[]): ChatStream {
  return eventStream((listener) => {
    for (const event of events) listener.send(event);
    listener.close();
    return () => {};
  });
}
