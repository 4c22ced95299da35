import { buildRecorder } from "../../../workers/recorder/build.mjs";

/** The tests run the bundle, which is built once for all of them. */
export async function setup(): Promise<void> {
  await buildRecorder();
}
