import type { UploadSoundPayload } from "#app/contracts/upload.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { SOUND_SILENCES_MAX } from "#app/domain/limits/sound-first.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { extractWindow } from "#app/media/extract-window.ts";
import { decodeWindow, planWindows, type WindowPlan } from "#app/media/plan-windows.ts";
import type { SoundCodec } from "#app/media/read-sound-entry.ts";
import { probeKind } from "#app/media/other/probe-kind.ts";

export type SoundPlan = NonNullable<UploadSoundPayload["plan"]>;
type WantedWindow = UploadSoundPayload["wanted"][number];

/** One window, cut: its file, and what is said of it to the server. */
export type CutWindow = { audio: ArrayBuffer; said: WantedWindow };

export type OpenedSound = {
  plan: SoundPlan;
  /** How many bytes each window's file will have, or nearly: an M4A's own tables are not counted. */
  bytes: number[];
  cut(index: number): Promise<CutWindow>;
};

/**
 * Looks at a recording as the server will, and plans its windows by the same code, so that both cut the same bytes. A refusal
 * is the server's; null where nothing is wrong and no sound is needed, because the recording brings its captions. A movie in
 * fragments is scanned: the file is near. Throws SourceChangedError where the file can no longer be read.
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

/** What `extractWindow` writes where it is no M4A. */
const EXTENSIONS: Partial<Record<SoundCodec, SoundPlan["ext"]>> = { pcm: "wav", vorbis: "ogg" };

function timesOf({ startMs, endMs, audioStartMs, audioEndMs }: WindowPlan) {
  return { startMs, endMs, audioStartMs, audioEndMs };
}

/** Of PCM, sixteen bits of one channel at the rate it is brought down to, which is under twice the least. */
function bytesOf(window: WindowPlan): number {
  const { codec, samples } = decodeWindow(window.bytes);
  if (codec === "pcm") return Math.round(((window.audioEndMs - window.audioStartMs) / 1000) * PCM_BYTES_A_SECOND);
  return samples.sizes.reduce((sum, size) => sum + size, 0);
}

/** 48 kHz and 44.1 kHz come down to 16 and 22.05 kHz. */
const PCM_BYTES_A_SECOND = 2 * 16_000;
