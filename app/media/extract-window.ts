import type { ByteSource } from "#app/media/byte-source.ts";
import { copySamples, streamSamples } from "#app/media/copy-samples.ts";
import { findSilences, type Silence } from "#app/media/find-silences.ts";
import { decodeWindow, type WindowPlan } from "#app/media/plan-windows.ts";
import { openM4a } from "#app/media/write-m4a.ts";
import { openWav } from "#app/media/write-wav.ts";

export type ExtractedWindow = {
  /** A whole M4A file; of PCM, a WAV file. */
  audio: Uint8Array<ArrayBuffer>;
  /** What it covers, in milliseconds of the recording: add `audioStartMs` to a time in it. */
  audioStartMs: number;
  audioEndMs: number;
  /** Where nothing sounds at all, in milliseconds of the audio. */
  silences: Silence[];
};

/**
 * Cuts one window's audio out of a recording, without decoding it (PCM is mixed down). The frames are written where they belong in the new
 * file while the bytes pass, so that memory is the window's audio and one chunk of the stream, whatever the recording's
 * length. Throws SourceChangedError where the source no longer is what was probed.
 */
export async function extractWindow(
  source: ByteSource,
  plan: Pick<WindowPlan, "bytes" | "audioStartMs" | "audioEndMs">,
): Promise<ExtractedWindow> {
  const { audioStartMs, audioEndMs } = plan;
  const content = decodeWindow(plan.bytes);
  if (content.codec === "pcm") {
    const wav = openWav(content);
    await streamSamples(source, content.samples, (bytes) => wav.push(bytes));
    const { file, silences } = wav.finish();
    return { audio: file, audioStartMs, audioEndMs, silences };
  }
  const { file, mediaStart } = openM4a(content);
  await copySamples(source, content.samples, file, mediaStart);
  return { audio: file, audioStartMs, audioEndMs, silences: findSilences(content, file, mediaStart) };
}

/** What newer engines can do with a buffer; the type library that we share with the browser does not know it yet. */
type Releasable = ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer };

/**
 * Gives a window's memory back at once: nobody may look at it afterwards. Left to the garbage collector, the windows of
 * an hour stand beside each other in an isolate until there are 50 MB of them.
 */
export function releaseAudio(audio: Uint8Array<ArrayBuffer>): void {
  const buffer: Releasable = audio.buffer;
  buffer.transfer?.(0);
}
