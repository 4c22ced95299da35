import type { UploadSoundPayload } from "#app/contracts/recording/upload.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SOUND_SILENCES_MAX } from "#app/domain/limits/media.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import type { SoundCodec } from "#app/media/mp4/read-sound-entry.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { decodeWindow, planWindows, type WindowPlan } from "#app/media/windows/plan-windows.ts";

export type SoundPlan = NonNullable<UploadSoundPayload["plan"]>;
type WantedWindow = UploadSoundPayload["wanted"][number];

/** One cut window: its file, and its description for the server. */
export type CutWindow = { audio: ArrayBuffer; said: WantedWindow };

export type OpenedSound = {
  plan: SoundPlan;
  /** Approximate size of each window's file in bytes: an M4A's own tables are not counted. */
  bytes: number[];
  cut(index: number): Promise<CutWindow>;
};

/**
 * Checks a recording and plans its windows by the server's code, so that both cut the same bytes. A refusal is the same as
 * the server's. Null when nothing is wrong and no sound is sent: the recording has captions, or only a scan could check it. A
 * fragmented movie is scanned, because the file is local. Throws SourceChangedError when the file can no longer be read.
 */
export async function openSound(
  source: ByteSource,
  { kind, language }: { kind: RecordingKind; language: MeetingLanguage },
): Promise<Outcome<OpenedSound | null, UploadRefusal>> {
  const probe = await probeKind(source, kind, { language, fragments: "scan" });
  if (!probe.ok) return probe.reason === "needs-scan" ? ok(null) : refused(probe.reason);
  if (probe.value.captions !== null) return ok(null);
  const windows = planWindows(probe.value);
  const ext = EXTENSIONS[probe.value.audio.codec] ?? "m4a";
  return ok({
    plan: { durationMs: probe.value.durationMs, ext, windows: windows.map(timesOf) },
    bytes: windows.map(bytesOf),
    async cut(index) {
      const window = windows[index];
      if (window === undefined) throw new RangeError("no such window");
      const { audio, silences } = await extractWindow(source, window);
      const sha256 = await sha256Base64(audio.buffer);
      const said = { index, bytes: audio.byteLength, sha256, silences: silences.slice(0, SOUND_SILENCES_MAX) };
      return { audio: audio.buffer, said };
    },
  });
}

/** The formats that `extractWindow` writes instead of M4A. */
const EXTENSIONS: Partial<Record<SoundCodec, SoundPlan["ext"]>> = { pcm: "wav", vorbis: "ogg" };

function timesOf({ track, startMs, endMs, audioStartMs, audioEndMs }: WindowPlan) {
  return { startMs, endMs, audioStartMs, audioEndMs, ...(track !== undefined && { track }) };
}

/** For PCM: sixteen bits, one channel, at the lowest reduced rate; a real file has less than twice as much. */
function bytesOf(window: WindowPlan): number {
  const { codec, samples } = decodeWindow(window.bytes);
  if (codec === "pcm") return Math.round(((window.audioEndMs - window.audioStartMs) / 1000) * PCM_BYTES_A_SECOND);
  return samples.sizes.reduce((sum, size) => sum + size, 0);
}

/** 48 kHz and 44.1 kHz are reduced to 16 and 22.05 kHz. */
const PCM_BYTES_A_SECOND = 2 * 16_000;
