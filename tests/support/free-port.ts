import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to programs that ask for any port (Linux: from 32,768), so that no such program takes it first. */
const FIRST = 12_000;
const LAST = 32_000;

/** A port of 127.0.0.1 on which nobody listens, for a program that is told its port and starts later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    server.listen(port, "127.0.0.1");
    const isFree = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
