// The child's side of sherpa-process.mjs. The library ends the process for many wrong inputs, so that it always has one of its own.
import os from "node:os";
import process from "node:process";

/**
 * Loads the library and the models whose files the parent named, and answers its requests, one at a time. The parent is told when there is no
 * build of the library for this platform, or a file is no model. `sherpa` is any: the package has no types that a compiler finds.
 * @template Engine, Files @template {{ type: string }} Request
 * @param {{ nice: number, load: (sherpa: any, files: Files) => Engine | Promise<Engine>,
 *   answer: (engine: Engine, request: Request) => object | Promise<object> }} parts
 */
export async function serveParent({ nice, load, answer }) {
  // The parent is gone: nobody waits for results.
  process.on("disconnect", () => process.exit(0));
  os.setPriority(nice);
  const [, , files = ""] = process.argv;
  const sherpa = await library();
  if (sherpa === null) return tell({ type: "broken", problem: "no-engine" });
  /** @type {Engine} */
  let engine;
  try {
    engine = await load(sherpa, JSON.parse(files));
  } catch {
    return tell({ type: "broken", problem: "not-a-model" });
  }
  process.on("message", (/** @type {Request} */ request) => {
    Promise.resolve()
      .then(() => answer(engine, request))
      .then(tell, (error) => tell({ type: "failed", error: error instanceof Error ? error.name : "unknown" }));
  });
  tell({ type: "ready" });
}

/** Null when no build of the engine exists for this platform. */
async function library() {
  try {
    // The package has no types of its own that a compiler finds.
    // @ts-expect-error
    return (await import("sherpa-onnx-node")).default;
  } catch {
    return null;
  }
}

/** @param {object} message */
function tell(message) {
  process.send?.(message);
}
