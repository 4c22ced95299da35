import { buildRecorder } from "../../../workers/recorder/build.mjs";

/** What the tests run is the bundle; once for all of them. */
export async function setup(): Promise<void> {
  await buildRecorder();
}
