import { readFileSync } from "node:fs";
import { serve } from "./serve.mjs";
import { SpeechStandIn } from "./speech-protocol.mjs";

/**
 * The speech stand-in as a real server on loopback, for browser and crash tests:
 *   PORT (0 is any), SPEECH_MODE (ok, 500, 429, 401, 400, garbage, slow, invented), SPEECH_DELAY_MS,
 *   SPEECH_SCRIPTS (a JSON file: [{ seconds, segments: [{ start, end, text }] }]).
 * POST /control changes its behaviour while it runs; GET /control returns its recorded requests. Prints its address.
 */
const { PORT = "0", SPEECH_MODE = "ok", SPEECH_DELAY_MS = "0", SPEECH_SCRIPTS } = process.env;

const standIn = new SpeechStandIn({
  mode: /** @type {import("./speech-protocol.mjs").Mode} */ (SPEECH_MODE),
  delayMs: Number(SPEECH_DELAY_MS),
  scripts: SPEECH_SCRIPTS ? JSON.parse(readFileSync(SPEECH_SCRIPTS, "utf8")) : [],
});

const { origin } = await serve((request) => standIn.answer(request), Number(PORT));
process.stdout.write(`speech stand-in on ${origin}\n`);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
