import type { ChatEvent } from "#app/contracts/chat.ts";

/** Sends a chat's events to one reader. */
export type ChatListener = { send(event: ChatEvent): void; close(): void };

const encoder = new TextEncoder();

/**
 * A stream of events, one per line. `listen` is called at once with the sender; the function it returns is called when the
 * reader has gone. An answer has an end, so nothing waits for a slow reader.
 */
export function eventStream(listen: (listener: ChatListener) => () => void): ReadableStream<Uint8Array> {
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
