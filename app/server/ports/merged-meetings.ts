import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { PartRecording } from "#app/domain/meeting/parts.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { RetentionSetting } from "#app/domain/privacy/retention.ts";
import type { EditableField } from "#app/domain/summary/edits/line.ts";
import type { NamedLabel } from "#app/domain/transcript/join-speakers.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import type { RecordingPlace } from "#app/server/ports/meeting-process.ts";

/**
 * "meeting-busy": one of the two is being recorded, written or merged. "not-ready": one has no minutes to go back to, or does not count.
 * "merged-already": the later one is a part of another meeting. "not-last-part": a part after it is taken back first.
 */
export type MergeRefusal =
  | "not-found"
  | "meeting-busy"
  | "not-ready"
  | "merged-already"
  | "not-last-part"
  | "too-many-parts";

/**
 * The content of a meeting for the earlier one that takes it as a part. Times are in ms of this meeting; `segments` have the labels of
 * their speakers, and the words as they were recognised.
 */
export type MeetingPart = Ownership & {
  meetId: MeetId;
  gapMs: number;
  lengthMs: number;
  recordings: PartRecording[];
  segments: Segment[];
  edits: { id: SegmentId; text: string; at: number; by: string | null }[];
  speakers: NamedLabel[];
  /** Null where it has no minutes. */
  minutes: {
    engine: EditableField[];
    fields: EditableField[];
    ticks: { lineId: string; at: number; by: string | null }[];
  } | null;
  /** The creator's conversation, ended questions only. */
  chat: PartExchange[];
};
export type PartExchange = {
  user_id: string;
  key: string;
  question: string;
  suggestion: string | null;
  asked_at: number;
  state: string;
  answer: string | null;
};

/** The methods of a meeting object for merging it with another one. Each is idempotent. */
export interface MergedMeetingStub {
  /** Makes this meeting a part of the earlier one `into`, `gapMs` after its end. The caller has checked access to both. */
  mergeInto(asked: { into: MeetId; gapMs: number }): Promise<Outcome<null, MergeRefusal>>;
  /** Makes it a meeting of its own again. */
  unmerge(): Promise<Outcome<null, MergeRefusal>>;
  /** The earlier meeting's side of both. The answer names its own retention rule, which its part follows. */
  takePart(part: MeetingPart): Promise<Outcome<{ ownRule: RetentionSetting | null }, MergeRefusal>>;
  dropPart(asked: { meetId: MeetId; by: string }): Promise<Outcome<null, MergeRefusal>>;
  /** Removes this meeting if it is a part of the meeting `of`, which is gone. */
  discardPart(of: MeetId): Promise<void>;
  recording(part?: number): Promise<RecordingPlace | null>;
}
