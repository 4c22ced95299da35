import { NDJSON } from "#app/contracts/chat.ts";
import type { ChatStream } from "#app/server/ports/meeting-chat.ts";

/** Events as they happen: nothing on the way may collect or change them. */
export function chatResponse(stream: ChatStream | null): Response {
  return new Response(stream, {
    headers: {
      "Cache-Control": "private, no-store, no-transform",
      "Content-Type": `${NDJSON}; charset=utf-8`,
      // Proxies in front of the Worker (nginx and its kin) hold an answer back until they have much of it.
      "X-Accel-Buffering": "no",
    },
  });
}
