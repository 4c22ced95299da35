// Stands in for workers/local/voices/voice-finder.mjs: one voice in the whole sound. The name of the segmentation's file says how it behaves.
import process from "node:process";

const { segmentation } = JSON.parse(process.argv[2] ?? "{}");
if (segmentation.includes("junk")) process.abort();
process.on("disconnect", () => process.exit(0));
process.on("message", (/** @type {{ pcm: Uint8Array }} */ { pcm }) => {
  if (segmentation.includes("crash")) process.abort();
  const endMs = Math.floor(pcm.byteLength / 32);
  const turn = { voice: 0, startMs: 0, endMs };
  const vectors = new Int16Array(192).fill(-2);
  process.send?.({
    type: "found",
    frames: [{ ...turn, turns: [turn], pieces: [{ ...turn, isAlone: true }], vectors }],
  });
});
process.send?.({ type: "ready" });
