import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { RewriteAsk } from "#app/domain/meeting/states.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { FieldEdit } from "#app/domain/summary/edits/apply-edit.ts";
import type { SummaryEngine } from "#app/domain/summary/summary.ts";

/** What a person corrects of a meeting. `saveId` is the page's own: the same one twice is one change. */
export type Correction =
  | {
      type: "save-summary";
      saveId: string;
      madeOn: number;
      seen: number;
      title: { before: string; after: string } | null;
      fields: FieldEdit[];
    }
  | { type: "bring-back"; saveId: string; version: number }
  | { type: "tick-task"; taskId: string; done: boolean }
  | { type: "correct-segment"; saveId: string; segmentId: string; before: string; text: string | null }
  | {
      type: "name-speakers";
      saveId: string;
      names: { label: string; before: string | null; name: string | null }[];
    }
  | { type: "write-again"; saveId: string; ask: Omit<RewriteAsk, "what"> };

export type CorrectionRefusal =
  | "not-found"
  /** There is nothing to be corrected yet, or it is just being made. */
  | "not-ready"
  /** Somebody else has changed the same, and the person has not been told. */
  | "edited-meanwhile"
  /** An engine that quotes cannot write in another language. */
  | "language-needs-model";

/** The version that came of it, where one did, and the lines that two people had changed, each in their own way. */
export type Corrected = { version: number | null; both: string[] };

export type EditQuestion =
  | { about: "summary" }
  | { about: "versions" }
  | { about: "version"; version: number }
  | { about: "speakers" }
  | { about: "segment"; segmentId: string }
  | { about: "rewrite" };

export type VersionEntry = {
  version: number;
  kind: "written" | "edited" | "kept" | "brought-back";
  madeAt: number;
  /** The person's id; null is the engine. */
  madeBy: string | null;
  template: string;
  language: MeetingLanguage;
  engine: SummaryEngine;
  linesByHand: number;
  shown: boolean;
};

export type EditReading = {
  summary?: MeetingView["summary"];
  /** Of a version by hand: the meeting's title as it was then. */
  title?: string | null;
  versions?: VersionEntry[];
  speakers?: { label: string; name: string | null; spokenMs: number }[];
  segment?: { startMs: number; original: string; corrected: string | null };
  rewrite?: {
    engine: SummaryEngine;
    languages: MeetingLanguage[];
    linesByHand: number;
    language: MeetingLanguage;
    templateId: string | null;
  };
};

/** The meeting object as those use cases see it that correct. */
export interface MeetingEdits {
  /** `by`: the id of the person who corrects, for its author is kept with each correction. The caller has asked whether they may. */
  correct(meetId: MeetId, correction: Correction, by: string): Promise<Outcome<Corrected, CorrectionRefusal>>;
  /** Null where there is no such meeting, version, segment. The caller has already asked who looks. */
  readEdits(meetId: MeetId, question: EditQuestion): Promise<EditReading | null>;
}

/** A meeting object from outside. */
export interface MeetingEditsStub {
  correct(correction: Correction, by: string): Promise<Outcome<Corrected, CorrectionRefusal>>;
  readEdits(question: EditQuestion): Promise<EditReading | null>;
}
