import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import type { CutWindow, SoundPlan } from "#app/features/upload/sound/open-sound.ts";

/** What the page and its worker say to each other. The worker cuts only what it is asked for: so the page decides how many windows are alive. */
export type SoundQuestion =
  | { type: "open"; file: File; kind: RecordingKind; language: MeetingLanguage }
  | { type: "cut"; index: number };

export type SoundAnswer =
  | { type: "opened"; plan: SoundPlan; bytes: number[] }
  /** Nothing is wrong, and there is no sound to be sent. */
  | { type: "none" }
  | { type: "refused"; reason: UploadRefusal }
  | { type: "cut"; index: number; window: CutWindow }
  /** The file cannot be read any more, or we are at fault: `index` is null where it was being opened. */
  | { type: "failed"; index: number | null };
