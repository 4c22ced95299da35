// Stands in for workers/local/speech/recogniser.mjs: it speaks its messages and hears nothing. What it does is said by the
// "model path" that it is given, and by the language of a request: ok, broken, crash (on load), or crash and hang on a window.
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
