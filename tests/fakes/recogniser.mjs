// Stands in for workers/local/speech/recogniser.mjs: it sends the same messages and recognises nothing. The encoder's "path" sets its behaviour on
// load (crash, broken, or else ok), the language of a request that on a piece (crash, fail, silent, or else ok). "tokens" may name a file: the
// process that makes it ends at its first piece.
import { existsSync, writeFileSync } from "node:fs";
import process from "node:process";

const { model } = JSON.parse(process.argv[2] ?? "{}");
const behaviour = model?.encoder;
process.on("disconnect", () => process.exit(0));
process.on("message", ({ type, pcm, language }) => {
  if (type === "detect") process.send?.({ type: "detected", spans: [{ start: 0, end: pcm.length / 2 }] });
  else if (model?.tokens && !existsSync(model.tokens)) {
    writeFileSync(model.tokens, "");
    process.kill(process.pid, "SIGKILL");
  } else if (language === "crash") process.kill(process.pid, "SIGSEGV");
  else if (language === "fail") process.send?.({ type: "failed", error: "Error" });
  else if (language !== "silent") {
    const heard = { language, text: String(process.pid), tokens: [], times: [], durations: [] };
    process.send?.({ type: "recognised", heard, cpuSeconds: 0.1, waitSeconds: 0.1 });
  }
});
if (behaviour === "crash") process.exit(139);
else if (behaviour === "broken") process.send?.({ type: "broken", problem: "no-engine" });
else process.send?.({ type: "ready" });
