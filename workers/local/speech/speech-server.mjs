// The local speech server that `npm start` runs beside the Worker: OpenAI's `POST /v1/audio/transcriptions` on loopback (also as a stream), and
// `POST /v1/prepare`, which says whether the model is there and fetches it if not, and `POST /v1/describe`, which fetches nothing.
//
//   SPEECH_PORT=8789 SPEECH_KEY=… node workers/local/speech/speech-server.mjs
//
// Port 0 takes a free one; the address is printed. Everything but /health wants the key, so that no page that is open in a
// browser, and nobody else on the machine, can make it work or listen.
import { createServer } from "node:http";
import process from "node:process";
import { decodeAudio, decodeChannels } from "./decode.mjs";
import { readSpeechSettings } from "./models.mjs";
import { SpeechEngine } from "./speech-engine.mjs";
import { answerSpeech } from "./speech-protocol.mjs";
import { Speeds } from "./speeds.mjs";
import { Transcriptions } from "./transcriptions.mjs";
import { readVoicesSettings, VoicesEngine } from "../voices/voices-engine.mjs";

const { SPEECH_PORT = "8789", SPEECH_KEY = "" } = process.env;
if (SPEECH_KEY === "") {
  process.stderr.write("SPEECH_KEY is missing.\n");
  process.exit(1);
}

/** @param {string} event @param {Record<string, unknown>} fields */
function log(event, fields) {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
}

const settings = readSpeechSettings(process.env);
const speeds = new Speeds({ folder: settings.folder, now: Date.now });
await speeds.read();
const engine = new SpeechEngine({ settings, speeds, log });
const voices = new VoicesEngine({ settings: readVoicesSettings(process.env, settings), log, decode: decodeChannels });
const transcriptions = new Transcriptions({ decode: decodeAudio, now: Date.now });

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch(() => outgoing.destroy());
});

/** @param {import("node:http").IncomingMessage} incoming @param {import("node:http").ServerResponse} outgoing */
async function answer(incoming, outgoing) {
  const answered = await answerSpeech(incoming, outgoing, {
    key: SPEECH_KEY,
    engine,
    voices,
    speeds,
    transcriptions,
    log,
  });
  if (answered === null) return;
  const { status, headers, body } = answered;
  outgoing.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers });
  outgoing.end(JSON.stringify(body));
}

// A window may be waited for longer than Node's own limit for a request that is still coming in.
server.requestTimeout = 0;
server.listen(Number(SPEECH_PORT), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : SPEECH_PORT;
  process.stdout.write(`speech on http://127.0.0.1:${port}\n`);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    engine.stop();
    voices.stop();
    process.exit(0);
  });
}
