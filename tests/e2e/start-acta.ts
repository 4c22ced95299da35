import path from "node:path";
import type { FullConfig } from "@playwright/test";
import { startActa } from "#tests/support/acta-process.ts";
import { prepareFolder } from "#tests/support/prepared-folder.ts";
import { startSpeech } from "#tests/support/speech-process.ts";
import { type OwnActa, OWN_ACTAS } from "#tests/e2e/own-acta.ts";

/** Starts an Acta and a speech stand-in for each worker, so that two spec files beside each other never meet; ends them, and their folders, afterwards. */
export default async function globalSetup({ workers }: FullConfig) {
  await prepareFolder();
  const starts = await Promise.allSettled(Array.from({ length: workers }, startOne));
  const running = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const stopAll = async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  };
  const failed = starts.find((start) => start.status === "rejected");
  if (failed) {
    // A program that is left holds the output of this one open, and the run would wait for it without end.
    await stopAll();
    throw failed.reason;
  }
  process.env[OWN_ACTAS] = JSON.stringify(running.map(({ own }) => own));
  return stopAll;
}

async function startOne(): Promise<{ own: OwnActa; stop: () => Promise<void> }> {
  const speech = await startSpeech();
  const acta = await startActa({
    env: { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: speech.origin, SPEECH_MODEL: "whisper-1" },
  }).catch(async (error: unknown) => {
    await speech.stop();
    throw error;
  });
  return {
    own: {
      origin: acta.origin,
      identityOrigin: acta.identityOrigin,
      speechOrigin: speech.origin,
      stateDir: path.join(acta.dataDir, "state"),
    },
    async stop() {
      await acta.stop();
      await speech.stop();
    },
  };
}
