import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { SpeechStandIn } from "./speech-protocol.mjs";

/**
 * The speech stand-in as a real server on loopback, for browser and crash tests:
 *   PORT (0 is any), SPEECH_MODE (ok, 500, 429, 401, 400, garbage, slow, invented), SPEECH_DELAY_MS,
 *   SPEECH_SCRIPTS (a JSON file: [{ seconds, segments: [{ start, end, text }] }]).
 * Told otherwise while it runs by POST /control; GET /control says what it was asked. Prints its address.
 */
const { PORT = "0", SPEECH_MODE = "ok", SPEECH_DELAY_MS = "0", SPEECH_SCRIPTS } = process.env;

const standIn = new SpeechStandIn({
  mode: /** @type {import("./speech-protocol.mjs").Mode} */ (SPEECH_MODE),
  delayMs: Number(SPEECH_DELAY_MS),
  scripts: SPEECH_SCRIPTS ? JSON.parse(readFileSync(SPEECH_SCRIPTS, "utf8")) : [],
});

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch(() => outgoing.destroy());
});

/** @param {import("node:http").IncomingMessage} incoming @param {import("node:http").ServerResponse} outgoing */
async function answer(incoming, outgoing) {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = method === "POST" ? { body: Buffer.concat(chunks) } : {};
  const response = await standIn.answer(
    new Request(new URL(url, "http://127.0.0.1"), {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...body,
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

server.listen(Number(PORT), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : PORT;
  process.stdout.write(`speech stand-in on http://127.0.0.1:${port}\n`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
