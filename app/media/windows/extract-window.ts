import { type ByteSource, releaseBytes } from "#app/media/byte-source.ts";
import { openOgg } from "#app/media/containers/write-ogg.ts";
import { copySamples, streamSamples } from "#app/media/mp4/copy-samples.ts";
import { joinPieces } from "#app/media/mp4/sample-list.ts";
import { openM4a } from "#app/media/mp4/write-m4a.ts";
import { openWav } from "#app/media/pcm/write-wav.ts";
import { findSilences, type Silence } from "#app/media/windows/find-silences.ts";
import { decodeWindow, type WindowPlan } from "#app/media/windows/plan-windows.ts";

export type ExtractedWindow = {
  /** A whole M4A file; for PCM, a WAV file; for Vorbis, an Ogg file. */
  audio: Uint8Array<ArrayBuffer>;
  /** The stretch that the audio covers, in milliseconds of the recording: add `audioStartMs` to a time in the audio. */
  audioStartMs: number;
  audioEndMs: number;
  /** Silent stretches, in milliseconds of the audio. */
  silences: Silence[];
};

/**
 * Cuts one window's audio out of a recording without decoding it (PCM is mixed down). The frames are written to their place in the new file
 * while the bytes stream past, so that memory holds only the window's audio and one chunk of the stream, whatever the recording's length.
 * Throws SourceChangedError when the source is no longer the probed one.
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
  const whole = content.inPieces ? { ...content, samples: joinPieces(content.samples) } : content;
  if (content.codec === "vorbis") {
    const ogg = openOgg(whole);
    await streamSamples(source, content.samples, (bytes) => ogg.push(bytes));
    const audio = ogg.finish();
    // Silence in Vorbis is detected by a packet's length alone, wherever the packet is.
    return { audio, audioStartMs, audioEndMs, silences: findSilences(whole, audio, 0) };
  }
  const { file, mediaStart } = openM4a(whole);
  await copySamples(source, content.samples, file, mediaStart);
  return { audio: file, audioStartMs, audioEndMs, silences: findSilences(whole, file, mediaStart) };
}

/** Frees a window's memory at once: the audio must not be read afterwards. */
export function releaseAudio(audio: Uint8Array<ArrayBuffer>): void {
  releaseBytes(audio.buffer);
}
