import { SOUND_LENGTH_SLACK_MS } from "#app/domain/limits/media.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { probeRecording } from "#app/media/probe-recording.ts";

/**
 * Whether bytes that somebody else cut are a window of sound as `extractWindow` writes it: an M4A without a picture, or a WAV of
 * 16 bits and one or two channels, or Vorbis alone in an Ogg file, that plays about as long as was said. What an engine is paid for is not left to a sender's word.
 */
export async function isSoundFile(
  file: Uint8Array,
  { ext, lengthMs }: { ext: "m4a" | "wav" | "ogg"; lengthMs: number },
): Promise<boolean> {
  const playsMs = ext === "wav" ? wavLengthMs(file) : await (ext === "ogg" ? oggLengthMs(file) : m4aLengthMs(file));
  return playsMs !== null && Math.abs(playsMs - lengthMs) <= SOUND_LENGTH_SLACK_MS;
}

async function m4aLengthMs(file: Uint8Array): Promise<number | null> {
  const probed = await probeRecording(bytesSource(file));
  return probed.ok && !probed.value.hasVideo ? probed.value.durationMs : null;
}

async function oggLengthMs(file: Uint8Array): Promise<number | null> {
  const probed = await probeKind(bytesSource(file), "ogg", { fragments: "scan" });
  return probed.ok && !probed.value.hasVideo && probed.value.audio.codec === "vorbis" ? probed.value.durationMs : null;
}

const WAV_HEADER_BYTES = 44;

/** Of the one header that `openWav` writes, and of nothing else that RIFF allows. */
function wavLengthMs(file: Uint8Array): number | null {
  if (file.byteLength < WAV_HEADER_BYTES) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const name = (at: number) => String.fromCharCode(...file.subarray(at, at + 4));
  const channels = view.getUint16(22, true);
  const isOurs =
    name(0) === "RIFF" &&
    name(8) === "WAVE" &&
    name(36) === "data" &&
    view.getUint16(20, true) === 1 &&
    (channels === 1 || channels === 2) &&
    view.getUint16(34, true) === 16 &&
    view.getUint32(40, true) === file.byteLength - WAV_HEADER_BYTES;
  const rate = view.getUint32(24, true);
  return isOurs && rate > 0 ? ((file.byteLength - WAV_HEADER_BYTES) / 2 / channels / rate) * 1000 : null;
}

function bytesSource(file: Uint8Array): ByteSource {
  return {
    size: file.byteLength,
    read: async (start, end) => file.slice(start, Math.min(end, file.byteLength)),
    stream(start, end) {
      let rest: Uint8Array | null = file.slice(start, Math.min(end, file.byteLength));
      return {
        async next() {
          const bytes = rest;
          rest = null;
          return bytes !== null && bytes.byteLength > 0 ? bytes : null;
        },
        async cancel() {
          rest = null;
        },
      };
    },
  };
}
