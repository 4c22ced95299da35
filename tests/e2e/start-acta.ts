import path from "node:path";
import { startActa } from "#tests/support/acta-process.ts";
import { startSpeech } from "#tests/support/speech-process.ts";

/** Starts one Acta and one speech stand-in for the whole browser run; ends them, and their folder, afterwards. */
export default async function globalSetup() {
  const speech = await startSpeech();
  const acta = await startActa({
    env: { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: speech.origin, SPEECH_MODEL: "whisper-1" },
  });
  process.env.ACTA_ORIGIN = acta.origin;
  process.env.ACTA_SPEECH_ORIGIN = speech.origin;
  process.env.ACTA_STATE_DIR = path.join(acta.dataDir, "state");
  return async () => {
    await acta.stop();
    await speech.stop();
  };
}
