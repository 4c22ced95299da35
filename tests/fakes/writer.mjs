// Stands in for workers/local/language/writer.mjs: it sends the same messages and writes its process id. The "model path" sets its
// behaviour on load (crash, memory, or else ok), the last message of a question that on a question (crash, fail, or else ok).
import process from "node:process";

const [, , model] = process.argv;
const usage = { promptTokens: 1, cachedTokens: 0, answerTokens: 1 };
process.on("disconnect", () => process.exit(0));
process.on("message", (/** @type {any} */ request) => {
  if (request.type !== "write") return;
  const asked = request.messages.at(-1).content;
  if (asked === "crash") process.kill(process.pid, "SIGSEGV");
  else if (asked === "fail") process.send?.({ type: "failed", error: "Error" });
  else {
    process.send?.({ type: "piece", text: String(process.pid) });
    process.send?.({ type: "written", reason: "stop", usage });
  }
});
if (model === "crash") process.exit(139);
else if (model === "memory") process.send?.({ type: "broken", problem: "memory" });
else process.send?.({ type: "ready", contextTokens: 8192 });
