import type { ChatEvent } from "#app/contracts/meeting/chat.ts";
import { type Answer, emptyAnswer, type Exchange } from "#app/domain/chat/exchange.ts";
import type { ReadEvent } from "#app/domain/chat/read-answer.ts";
import type { ChatStream } from "#app/server/ports/meeting-chat.ts";

/** Sends a chat's events to one reader. */
type ChatListener = { send(event: ChatEvent): void; close(): void };

const encoder = new TextEncoder();

/**
 * A stream of events, one per line. `listen` is called at once with the sender; the function it returns is called when the
 * reader has gone. An answer has an end, so nothing waits for a slow reader.
 */
function eventStream(listen: (listener: ChatListener) => () => void): ReadableStream<Uint8Array> {
  let leave = () => {};
  let open = true;
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      leave = listen({
        send(event) {
          if (open) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
        },
        close() {
          if (open) controller.close();
          open = false;
        },
      });
    },
    cancel() {
      open = false;
      leave();
    },
  });
}

/** A running answer: its checked part, its draft, and its listeners. */
export type Running = {
  exchange: Exchange;
  answer: Answer;
  draft: string;
  stop: AbortController;
  /** The pages that listen, each with the hash of its session. */
  listeners: Map<ChatListener, string>;
};

export function begun(exchange: Exchange, by: Answer["by"]): Running {
  return { exchange, answer: emptyAnswer(by), draft: "", stop: new AbortController(), listeners: new Map() };
}

/** Streams `first` and then the answer's events to a page of this session. The answer goes on when the page leaves. */
export function follow(one: Running, sessionHash: string, first: ChatEvent): ChatStream {
  return eventStream((listener) => {
    one.listeners.set(listener, sessionHash);
    listener.send(first);
    if (one.draft !== "") listener.send({ type: "draft", id: one.exchange.id, text: one.draft });
    return () => one.listeners.delete(listener);
  });
}

/** Ends the streams of all pages. */
export function leave({ listeners }: Running): void {
  for (const listener of listeners.keys()) listener.close();
  listeners.clear();
}

/** Ends the streams of a session's pages; the answer itself goes on. */
export function leaveSession({ listeners }: Running, sessionHash: string): void {
  for (const [listener, ofSession] of listeners) {
    if (ofSession !== sessionHash) continue;
    listener.close();
    listeners.delete(listener);
  }
}

/** The exchange with the answer so far. */
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
