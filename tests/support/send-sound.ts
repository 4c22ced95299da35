import { env } from "cloudflare:workers";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import type { UploadSoundPayload } from "#app/contracts/recording/upload.ts";
import { memorySource } from "#tests/support/memory-source.ts";

/** Data that a page sends ahead of a recording: the plan, and each window's file. */
export type CutSound = {
  plan: NonNullable<UploadSoundPayload["plan"]>;
  windows: { wanted: UploadSoundPayload["wanted"][number]; audio: Uint8Array<ArrayBuffer> }[];
};

export async function cutSound(recording: Uint8Array): Promise<CutSound> {
  const source = memorySource(recording);
  const probed = await probeRecording(source, { fragments: "scan", language: "en" });
  if (!probed.ok) throw new Error(probed.reason);
  const planned = planWindows(probed.value);
  const windows = [];
  for (const window of planned) {
    const { audio, silences } = await extractWindow(source, window);
    const sha256 = await digestOf(audio);
    windows.push({ wanted: { index: window.index, bytes: audio.byteLength, sha256, silences }, audio });
  }
  return {
    plan: {
      durationMs: probed.value.durationMs,
      ext: "m4a",
      windows: planned.map(({ track, startMs, endMs, audioStartMs, audioEndMs }) => ({
        ...(track !== undefined && { track }),
        startMs,
        endMs,
        audioStartMs,
        audioEndMs,
      })),
    },
    windows,
  };
}

export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}

/** Keys with this prefix. */
export async function keysUnder(prefix: string): Promise<string[]> {
  return (await env.RECORDINGS.list({ prefix })).objects.map(({ key }) => key);
}
