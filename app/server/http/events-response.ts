import { NDJSON } from "#app/contracts/meeting/chat.ts";

/** Events, one a line, each sent when it happens. No proxy may collect or change them. */
export function eventsAsTheyHappen(stream: ReadableStream<Uint8Array> | null): Response {
  return new Response(stream, {
    headers: {
      "Cache-Control": "private, no-store, no-transform",
      "Content-Type": `${NDJSON}; charset=utf-8`,
      // Proxies in front of the Worker (nginx and its kin) hold an answer back until they have much of it.
      "X-Accel-Buffering": "no",
    },
  });
}
