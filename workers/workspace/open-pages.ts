import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { PAGE_SOCKETS_MAX } from "#app/domain/limits/requests.ts";
import { SESSION_HASH_HEADER } from "#app/server/ports/open-pages.ts";
import { closeSocket, sendText } from "#workers/durable/sockets.ts";

/**
 * The sockets of a person's open pages. They are told a number that grows with each change, and nothing else: a page that hears another
 * number than before reads again what it shows, with its own session.
 */

/** Beside the tables. Stored, because a page that comes back compares it with what it heard before the object slept. */
const CHANGES = "page-changes";

export interface OpenPageSockets {
  accept(request: Request): Promise<Response>;
  tell(): Promise<void>;
  close(sessionHash: string): void;
}

export function openPages(ctx: DurableObjectState): OpenPageSockets {
  const { storage } = ctx;
  const read = async () => (await storage.get<number>(CHANGES)) ?? 0;
  return {
    async accept(request) {
      const sessionHash = request.headers.get(SESSION_HASH_HEADER);
      if (sessionHash === null) return new Response(null, { status: 404 });
      if (ctx.getWebSockets().length >= PAGE_SOCKETS_MAX) return new Response(null, { status: 503 });
      const changes = await read();
      const { 0: client, 1: server } = new WebSocketPair();
      // The tag survives hibernation, as the socket does.
      ctx.acceptWebSocket(server, [sessionHash]);
      server.send(String(changes));
      return new Response(null, { status: 101, webSocket: client });
    },
    async tell() {
      const changes = (await read()) + 1;
      await storage.put(CHANGES, changes);
      for (const socket of ctx.getWebSockets()) sendText(socket, String(changes));
    },
    close(sessionHash) {
      for (const socket of ctx.getWebSockets(sessionHash)) closeSocket(socket, SESSION_ENDED_CODE, "session ended");
    },
  };
}
