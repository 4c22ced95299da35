import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { ContainerAudio, ContainerTrack } from "#app/media/containers/container-audio.ts";
import { readAiff } from "#app/media/containers/read-aiff.ts";
import { readWav } from "#app/media/containers/read-wav.ts";
import { scanAdts } from "#app/media/containers/scan-adts.ts";
import { scanFlac } from "#app/media/containers/scan-flac.ts";
import { scanMatroska } from "#app/media/containers/scan-matroska.ts";
import { scanMp3 } from "#app/media/containers/scan-mp3.ts";
import { scanOgg } from "#app/media/containers/scan-ogg.ts";
import { tracksBeside } from "#app/media/heard-tracks.ts";
import {
  type AudioTrack,
  checkedAudio,
  endOfTracks,
  type ProbeOptions,
  probeRecording,
  type RecordingProbe,
} from "#app/media/probe-recording.ts";
import { type ProbeRefusal, RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";

/**
 * `probeRecording` for every kind that Acta takes. Whatever the container, the answer is a table of where the frames of the sound lie, so
 * that windows are planned and cut as those of an MP4 are: one streamed read each, no decoder. `wrong-kind` where the bytes
 * are not what the name says.
 */
export async function probeKind(
  source: ByteSource,
  kind: RecordingKind,
  options: ProbeOptions = {},
): Promise<Outcome<RecordingProbe, ProbeRefusal>> {
  if (kind === "mp4") return probeRecording(source, options);
  if (kind === "m4a" || kind === "mov") {
    const probed = await probeRecording(source, { ...options, isQuickTime: kind === "mov" });
    if (probed.ok || probed.reason !== "not-mp4") return probed;
    // Messengers name a plain stream of AAC .m4a.
    return kind === "m4a" ? probeKind(source, "aac", options) : refused("wrong-kind");
  }
  try {
    if (source.size > UPLOAD_BYTES_MAX) refuse("too-large");
    if (source.size === 0) refuse("empty");
    return ok(probeOf(await readAudio(source, kind, options)));
  } catch (error) {
    if (error instanceof RecordingRefusedError) return refused(error.reason);
    throw error;
  }
}

function readAudio(source: ByteSource, kind: Exclude<RecordingKind, "mp4" | "m4a" | "mov">, options: ProbeOptions) {
  switch (kind) {
    case "mp3":
      return scanMp3(source, options);
    case "wav":
      return readWav(source);
    case "aiff":
      return readAiff(source);
    case "aac":
      return scanAdts(source, options);
    case "flac":
      return scanFlac(source, options);
    case "ogg":
      return scanOgg(source, options);
    case "webm":
    case "mkv":
      return scanMatroska(source, options);
    default:
      return assertNever(kind);
  }
}

function probeOf(found: ContainerAudio): RecordingProbe {
  const { hasVideo, endMs } = found;
  const audio = audioOf(found);
  const beside = tracksBeside(
    audio,
    (found.others ?? []).flatMap((other) => (other.samples.parts.length === 0 ? [] : [audioOf(other)])),
  );
  const audioEndMs = endOfTracks([audio, ...beside]);
  const pictureEndMs = endMs <= RECORDING_DURATION_MS_MAX ? endMs : 0;
  return {
    durationMs: Math.round(Math.max(audioEndMs, pictureEndMs)),
    hasVideo,
    audio,
    ...(beside.length > 0 && { beside }),
    captions: null,
    ...(found.isCut && { isCut: true }),
  };
}

function audioOf({ config, timescale, samples, language, inPieces }: ContainerTrack): AudioTrack {
  const { table, parts } = samples;
  if (parts.length === 0) refuse("no-audio");
  return checkedAudio({
    codec: config.codec,
    config,
    language,
    timescale,
    samples: table,
    parts,
    ...(inPieces && { inPieces }),
  });
}
