import { mp3Config } from "#app/media/containers/sound-setup.ts";
import type { ClipTrack } from "#app/media/clips/clip-track.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import { writeSoundEntry } from "#app/media/mp4/write-m4a.ts";
import { displayOf } from "#app/media/mp4/write-movie.ts";
import type { AudioTrack } from "#app/media/probe-recording.ts";
import { PREROLL_MS } from "#app/media/windows/lay-out-windows.ts";

const MPEG1_RATE_MIN = 32_000;

/** Sound of any container as a track of MP4. Its codec is one that stands in MP4: not PCM or Vorbis. */
export function soundTrackOf(
  sound: Pick<AudioTrack, "config" | "timescale" | "samples" | "parts" | "inPieces">,
): ClipTrack {
  const { config, timescale, samples, parts, inPieces } = sound;
  return {
    handler: "soun",
    timescale,
    entries: [writeSoundEntry(inMp4(config))],
    description: () => 1,
    display: displayOf(0, 0),
    samples,
    parts,
    isKey: () => true,
    composition: () => 0,
    prerollMs: PREROLL_MS[config.codec],
    ...(inPieces && { inPieces }),
  };
}

/** QuickTime's own name for MP3 is not known to players of MP4. */
function inMp4(config: SoundConfig): SoundConfig {
  if (config.codec !== "mp3" || config.entryType === "mp4a") return config;
  return mp3Config(config, config.sampleRate >= MPEG1_RATE_MIN) ?? config;
}

/** Whether the sound can stand in an MP4 that browsers play. */
export function standsInMp4({ codec }: SoundConfig): boolean {
  return codec !== "pcm" && codec !== "vorbis";
}
