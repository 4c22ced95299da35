import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { ByteSource } from "#app/media/byte-source.ts";

export type ClipType = "video/mp4" | "audio/mp4" | "audio/wav" | "audio/ogg";

/** A file made of a part of a recording: `head`, then the spans of the recording's own bytes, in this order. */
export type ClipPlan = {
  type: ClipType;
  byteLength: number;
  head: Uint8Array;
  spans: { offsets: Uint32Array; sizes: Uint32Array };
  /** The part of the recording that is played, in ms. It can be shorter than asked for where the recording ends. */
  startsAtMs: number;
  endsAtMs: number;
  /** Of the picture as it is shown; absent for sound. */
  width?: number;
  height?: number;
};

export type ClipHints = {
  kind: RecordingKind;
  /** The language spoken in the meeting: of several sound tracks, the one in this language is used. */
  language?: MeetingLanguage;
  /** Ends a search through the file. */
  signal?: AbortSignal;
};

/** `outside`: the recording has nothing in the range. `unreadable`: its bytes cannot be cut. */
export type ClipRefusal = "outside" | "unreadable";

/** Plans a clip of a recording without decoding or copying anything. */
export function planClip(
  _source: ByteSource,
  _range: { fromMs: number; toMs: number },
  _hints: ClipHints,
): Promise<Outcome<ClipPlan, ClipRefusal>> {
  throw new Error("not written yet");
}
