// Stands in for workers/local/speech/recogniser.mjs: it sends the same messages and recognises nothing. The "model path" sets its
// behaviour on load (crash, broken, or else ok), the language of a request that on a window (crash, fail, or else ok).
import process from "node:process";

const [, , model] = process.argv;
process.on("disconnect", () => process.exit(0));
process.on("message", ({ pcm, language }) => {
  if (language === "crash") process.kill(process.pid, "SIGSEGV");
  else if (language === "fail") process.send?.({ type: "failed", error: "Error" });
  else
    process.send?.({ type: "recognised", segments: [{ startMs: 0, endMs: pcm.length / 32, text: `${process.pid}` }] });
});
if (model === "crash") process.exit(139);
else if (model === "broken") process.send?.({ type: "broken", problem: "no-engine" });
else process.send?.({ type: "ready" });
