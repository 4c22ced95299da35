// Tells the voices of recordings apart where Acta is deployed (VOICES_ENGINE=container), with the engine that `npm start` runs:
//
//   VOICES_TOKEN=at-least-sixteen-characters node workers/voices/voices-server.mjs
//
// VOICES_HOST and VOICES_PORT (127.0.0.1 and 8791; port 0 takes a free one) are its address, which is printed. ACTA_VOICES_MODEL_PATH is a folder
// with the files; without it they are fetched to VOICES_DATA. Everything but /health wants the token. Sounds are kept in memory only.
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { isKey, readBody, WINDOW_BODY_BYTES_MAX } from "../local/engine-request.mjs";
import { decodeChannels } from "../local/speech/decode.mjs";
import { MODELS_ORIGIN } from "../local/speech/models.mjs";
import { VoicesEngine } from "../local/voices/voices-engine.mjs";
import { answerVoices } from "../local/voices/voices-protocol.mjs";

const TOKEN_CHARS_MIN = 16;
const {
  VOICES_TOKEN = "",
  VOICES_HOST = "127.0.0.1",
  VOICES_PORT = "8791",
  VOICES_DATA = path.join(os.tmpdir(), "acta-voices"),
} = process.env;
if (VOICES_TOKEN.length < TOKEN_CHARS_MIN) {
  process.stderr.write(`VOICES_TOKEN needs ${TOKEN_CHARS_MIN} characters or more.\n`);
  process.exit(1);
}

/** @param {string} event @param {Record<string, unknown>} fields */
function log(event, fields) {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
}

const given = process.env.ACTA_VOICES_MODEL_PATH;
const voices = new VoicesEngine({
  settings: { given: given ? path.resolve(given) : null, origin: MODELS_ORIGIN, folder: VOICES_DATA },
  log,
  decode: decodeChannels,
});
// The first window finds it ready.
voices.prepare("start");

/**
 * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response
 * @returns {Promise<import("../local/voices/voices-protocol.mjs").Answer>}
 */
async function answer(request, response) {
  const { method = "GET", url = "/", headers } = request;
  const pathname = url.split("?")[0];
  if (method === "GET" && pathname === "/health") {
    return { status: voices.preparation.isReady ? 200 : 503, body: { ok: voices.preparation.isReady } };
  }
  if (!isKey(headers.authorization, VOICES_TOKEN)) return { status: 401, body: { error: "unauthorised" } };
  const bytes = method === "POST" ? await readBody(request, WINDOW_BODY_BYTES_MAX) : Buffer.alloc(0);
  if (bytes === null) return { status: 413, body: { error: "too-large" } };
  const answered = method === "POST" ? answerVoices(pathname, bytes, response, { voices, log }) : null;
  return answered ?? { status: 404, body: { error: "not-found" } };
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
async function serve(request, response) {
  const { status, body } = await answer(request, response);
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
});
server.listen(Number(VOICES_PORT), VOICES_HOST, () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : VOICES_PORT;
  process.stdout.write(`voices on http://${VOICES_HOST}:${port}\n`);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    voices.stop();
    process.exit(0);
  });
}
