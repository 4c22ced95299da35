import type { ByteSource } from "#app/media/byte-source.ts";
import type { ClipRange } from "#app/media/clips/clip-track.ts";
import { planTracks } from "#app/media/clips/lay-out-clip.ts";
import type { ClipHints, ClipPlan } from "#app/media/clips/plan-clip.ts";
import { soundTrackOf, standsInMp4 } from "#app/media/clips/read-sound-track.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { pcmFrameBytes, unpackPcm } from "#app/media/pcm/pcm-format.ts";
import { writeWavHead } from "#app/media/pcm/write-wav.ts";
import type { AudioTrack } from "#app/media/probe-recording.ts";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planRange } from "#app/media/windows/plan-windows.ts";

/** A clip of a recording of sound, by a pass through its file; null where it has nothing in the range. */
export async function cutSound(source: ByteSource, range: ClipRange, hints: ClipHints): Promise<ClipPlan | null> {
  const { kind, ...options } = hints;
  const probed = await probeKind(source, kind, { ...options, fragments: "scan" });
  if (!probed.ok) throw new RecordingRefusedError(probed.reason);
  const { audio } = probed.value;
  if (standsInMp4(audio.config)) return planTracks([soundTrackOf(audio)], range);
  return (kind === "wav" ? cutWav(audio, range) : null) ?? (await cutWhole(source, audio, range));
}

/** A WAV of the same frames. Null for those that browsers cannot play in one. */
function cutWav({ config, samples, timescale }: AudioTrack, { fromMs, toMs }: ClipRange): ClipPlan | null {
  const format = unpackPcm(config.setup, config);
  const frameBytes = pcmFrameBytes(format);
  const from = Math.round((fromMs * timescale) / 1000);
  const until = Math.min(Math.round((toMs * timescale) / 1000), samples.duration);
  if (until <= from) return null;
  const bytes = (until - from) * frameBytes;
  const head = writeWavHead(format, bytes);
  return {
    type: "audio/wav",
    byteLength: head.byteLength + bytes,
    head,
    spans: { offsets: Uint32Array.of((samples.offsets[0] ?? 0) + from * frameBytes), sizes: Uint32Array.of(bytes) },
    startsAtMs: fromMs,
    endsAtMs: (until * 1000) / timescale,
  };
}

/**
 * Sound that has to be written anew: Vorbis, whose pages hold sums of their content, and uncompressed sound that browsers do not play as it
 * is, which is mixed down as for recognition. The head is the whole file, at most some 20 MB.
 */
async function cutWhole(source: ByteSource, audio: AudioTrack, range: ClipRange): Promise<ClipPlan | null> {
  const window = planRange(audio, range);
  if (window === null) return null;
  const { audio: head, audioStartMs, audioEndMs } = await extractWindow(source, window);
  return {
    type: audio.codec === "vorbis" ? "audio/ogg" : "audio/wav",
    byteLength: head.byteLength,
    head,
    spans: { offsets: new Uint32Array(0), sizes: new Uint32Array(0) },
    startsAtMs: audioStartMs,
    endsAtMs: audioEndMs,
  };
}
