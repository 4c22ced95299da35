// The local language server that `npm start` runs beside the Worker: OpenAI's `POST /v1/chat/completions` on loopback, and what it
// needs to know of its model: `POST /v1/state`, `/v1/prepare` (loads one that is there), and a person's orders: `/v1/fetch`, `/v1/pause`
// and `/v1/use` (a server of their own, such as Ollama, writes instead).
//
//   LANGUAGE_PORT=8791 LANGUAGE_KEY=… node workers/local/language/language-server.mjs
//
// Port 0 takes a free one; the address is printed. Everything but /health wants the key, as with the speech server.
import { createServer } from "node:http";
import process from "node:process";
import { bringModel } from "../model-files/bring-model.mjs";
import { Answers } from "./answers.mjs";
import { answerLanguage } from "./language-protocol.mjs";
import { LanguagePreparation } from "./language-readiness.mjs";
import { ModelStates } from "./model-state.mjs";
import { chooseLanguageModel } from "./models.mjs";
import { Writing } from "./writing.mjs";

const TIDY_EVERY_MS = 60_000;
const { LANGUAGE_PORT = "8791", LANGUAGE_KEY = "", LANGUAGE_CHOICE_FILE = "", ACTA_LANGUAGE_THREADS } = process.env;
if (LANGUAGE_KEY === "") {
  process.stderr.write("LANGUAGE_KEY is missing.\n");
  process.exit(1);
}

/** @param {string} event @param {Record<string, unknown>} fields */
function log(event, fields) {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
}

const choice = chooseLanguageModel(process.env);
const writing = new Writing({ modelPath: choice.path, threads: ACTA_LANGUAGE_THREADS });
const preparation = new LanguagePreparation({ choice, bring: bringModel, load: () => writing.load(), log });
const states = new ModelStates({ readiness: preparation, file: LANGUAGE_CHOICE_FILE, now: Date.now });
/** @type {Writing["write"]} */
const write = (question, onPiece, signal) => writing.write(question, onPiece, signal);
const answers = new Answers({ write, now: Date.now });
/** @type {Answers<import("./writing.mjs").JudgeRequest, import("./writing.mjs").Judged>} */
const judging = new Answers({ write: (request, _onPiece, signal) => writing.judge(request, signal), now: Date.now });
setInterval(() => {
  answers.tidy();
  judging.tidy();
}, TIDY_EVERY_MS).unref();

const server = createServer((request, response) => {
  const language = { key: LANGUAGE_KEY, model: choice.id, states, preparation, answers, judging, write, log };
  answerLanguage(request, response, language).catch(() => response.destroy());
});

// An answer may be waited for longer than Node's own limit for a request that is still coming in.
server.requestTimeout = 0;
server.listen(Number(LANGUAGE_PORT), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : LANGUAGE_PORT;
  process.stdout.write(`language on http://127.0.0.1:${port}\n`);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    writing.stop();
    process.exit(0);
  });
}
