import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { CutRefusal } from "#app/domain/meeting/split.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { EditableField } from "#app/domain/summary/edits/line.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import type { MeetingDetails, MeetingSource } from "#app/server/ports/meeting-process.ts";

/**
 * "meeting-busy": it is being recorded, written, merged or split. "not-ready": it has no minutes, or does not count. "split-too-near":
 * either part would be too short. "split-merged": it has several recordings. "split-changed": one of the two was merged or split since.
 */
export type SplitRefusal =
  | CutRefusal
  | "not-found"
  | "meeting-busy"
  | "not-ready"
  | "too-many-splits"
  | "split-changed";

/** A split as it would be done. Times in ms of the meeting. */
export type SplitPlan = {
  title: string;
  atMs: number;
  lengthMs: number;
  /** The first line of the second part; null where nothing is said in it. */
  begins: { speaker: string | null; text: string } | null;
  hasRecording: boolean;
};

/** The content of a second part at its beginning: its rows, of which times and lines are its own already. */
export type SecondPart = Ownership & {
  meetId: MeetId;
  recordingId: RecordingId;
  source: MeetingSource;
  /** The row of the first meeting, for the columns that both have. */
  meeting: StoredRow;
  details: MeetingDetails;
  state: MeetingState;
  tables: { name: string; rows: StoredRow[] }[];
  minutes: { summary: Summary; engine: EditableField[]; fields: EditableField[] };
};
type StoredRow = Record<string, string | number | null | ArrayBuffer>;

/** The parts of a meeting that a retention rule has deleted. */
export type RemovedParts = { recording: boolean; transcript: boolean };

/** The methods of a meeting object for splitting it, and for putting it together again. Each is idempotent. */
export interface SplitMeetingStub {
  planSplit(atMs: number): Promise<Outcome<SplitPlan, SplitRefusal>>;
  /** Makes the rest of this meeting from `atMs` a meeting of its own. The caller has checked access. */
  split(asked: { atMs: number; title: string; by: string }): Promise<Outcome<{ meetId: MeetId }, SplitRefusal>>;
  /** Takes the last split back: the second meeting goes, and this one is as it was before. */
  joinAgain(asked: { second: MeetId; by: string }): Promise<Outcome<null, SplitRefusal>>;
  /** The meeting that this one was split from; null where there is none any more. */
  firstPart(): Promise<MeetId | null>;
  /** The second meeting's side: it is made, and asked whether it may go. */
  beginSecond(part: SecondPart): Promise<void>;
  mayJoin(first: MeetId, removed: RemovedParts): Promise<boolean>;
  /** The other part is gone, or belongs to somebody else: the two are never put together again. */
  partedFrom(other: MeetId): Promise<void>;
  discard(): Promise<void>;
}
