import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import type { CutWindow, SoundPlan } from "#app/features/upload/sound/open-sound.ts";

/** Messages between the page and its worker. The worker cuts only requested windows, so the page limits how many exist at once. */
export type SoundQuestion =
  | { type: "open"; file: File; kind: RecordingKind; language: MeetingLanguage }
  | { type: "cut"; index: number };

export type SoundAnswer =
  | { type: "opened"; plan: SoundPlan; bytes: number[] }
  /** The recording is accepted, and there is no sound to send. */
  | { type: "none" }
  | { type: "refused"; reason: UploadRefusal }
  | { type: "cut"; index: number; window: CutWindow }
  /** The file can no longer be read, or the code failed. `index` is null when opening the file failed. */
  | { type: "failed"; index: number | null };
