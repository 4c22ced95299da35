// Whisper, in a process of its own: a crash there, or a lack of memory, affects nothing else. Its parent sends
// one window at a time over the channel that `fork` opens; the model stays loaded between them.
import os from "node:os";
import process from "node:process";

/**
 * @typedef {{ pcm: Uint8Array, language: string }} RecogniseRequest
 * @typedef {{ startMs: number, endMs: number, text: string }} RecognisedSegment
 * @typedef {{ type: "ready" } | { type: "broken", problem: "no-engine" | "not-a-model" }
 *   | { type: "recognised", segments: RecognisedSegment[] } | { type: "failed", error: string }} RecogniserMessage
 */

/** More threads do not make whisper.cpp faster. */
const THREADS_MAX = 8;
const [, , modelPath = ""] = process.argv;

// The parent is gone: no process waits for results.
process.on("disconnect", () => process.exit(0));

const context = await load();
if (context !== null) {
  process.on("message", (/** @type {RecogniseRequest} */ request) => {
    recognise(context, request).then(tell, (error) => tell({ type: "failed", error: nameOf(error) }));
  });
  tell({ type: "ready" });
}

async function load() {
  const engine = await engineOf();
  if (engine === null) {
    tell({ type: "broken", problem: "no-engine" });
    return null;
  }
  try {
    return await engine.initWhisper({ filePath: modelPath, useGpu: false });
  } catch {
    tell({ type: "broken", problem: "not-a-model" });
    return null;
  }
}

/** Null when no build of the engine exists for this platform. */
async function engineOf() {
  try {
    const { default: engine } = await import("@fugood/whisper.node");
    await engine.loadWhisperModule();
    return engine;
  } catch {
    return null;
  }
}

/**
 * @param {NonNullable<Awaited<ReturnType<typeof load>>>} context @param {RecogniseRequest} request
 * @returns {Promise<RecogniserMessage>}
 */
async function recognise(context, { pcm, language }) {
  const samples = new ArrayBuffer(pcm.byteLength);
  new Uint8Array(samples).set(pcm);
  const { promise } = context.transcribeData(samples, {
    language,
    maxThreads: Math.max(1, Math.min(THREADS_MAX, os.availableParallelism())),
    // Earlier text is not passed to the next half minute: a loop or an invention would continue without end.
    maxContext: 0,
  });
  const { segments } = await promise;
  return { type: "recognised", segments: segments.map(({ t0, t1, text }) => ({ startMs: t0, endMs: t1, text })) };
}

/** @param {RecogniserMessage} message */
function tell(message) {
  process.send?.(message);
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error ? error.name : "unknown";
}
