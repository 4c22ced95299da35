import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { WordOfferView } from "#app/contracts/words.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { RewriteAsk } from "#app/domain/meeting/states.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { FieldEdit } from "#app/domain/summary/edits/apply-edit.ts";
import type { SummaryEngine } from "#app/domain/summary/summary.ts";
import type { VoiceSample } from "#app/domain/transcript/voice-sample.ts";
import type { NameSuggestion } from "#app/domain/voices/suggest-names.ts";
import type { VoicePrint } from "#app/domain/voices/voice-prints.ts";
import type { OwnWord } from "#app/domain/words/own-word.ts";
import type { ByMeeting } from "#app/server/ports/meeting-process.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

/** A person's correction of a meeting. The page makes `saveId`: a correction that arrives twice with it is one change. */
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
  /** Finds the speakers again for this number of people; null: their number is found too. */
  | { type: "count-speakers"; saveId: string; people: number | null }
  /** `speaker`: a name or label; null for the speaker that was recognised. */
  | { type: "assign-segments"; saveId: string; segmentIds: string[]; speaker: string | null }
  /** The same for these lines and those of their speaker that sound like them; `speaker` null: a speaker who has no name yet. */
  | { type: "split-speaker"; saveId: string; segmentIds: string[]; speaker: string | null }
  /** Gives the lines of the split with the save id `of` to the speakers that they had. */
  | { type: "undo-split"; saveId: string; of: string }
  /** Writes an own word wherever a form was heard; `undo-words` takes back the replacement with the save id `of`. */
  | { type: "replace-words"; saveId: string; word: string; heard: string }
  | { type: "decline-word"; saveId: string; word: string; heard: string }
  | { type: "undo-words"; saveId: string; of: string }
  | { type: "write-again"; saveId: string; ask: Omit<RewriteAsk, "what"> }
  /** A model has come to this machine: minutes that were quoted for want of one are written by it, as they stand. */
  | { type: "write-by-model"; saveId: string }
  /** The recording is in another language than the chosen one: it is recognised once more, and what was paid stays. */
  | { type: "transcribe-in"; saveId: string; language: MeetingLanguage };

export type CorrectionRefusal =
  | "not-found"
  /** There is nothing to correct yet, or it is being made now. */
  | "not-ready"
  /** Another person has changed the same, and this person has not seen it yet. */
  | "edited-meanwhile"
  /** An engine that quotes cannot write in another language. */
  | "language-needs-model"
  /** A rule has deleted the transcript: nothing is left to write from. */
  | "transcript-gone";

/** The new version, if there is one, and the lines that two people had changed differently. */
export type Corrected = { version: number | null; both: string[] };

export type EditQuestion =
  | { about: "summary" }
  | { about: "versions" }
  | { about: "version"; version: number }
  /** `invited`: names of the invitation. */
  | { about: "speakers"; invited: string[] }
  /** The voices of the speakers, for a person who has Acta remember voices. */
  | { about: "voice-prints" }
  | { about: "segment"; segmentId: string }
  | { about: "rewrite" }
  | { about: "words"; words: OwnWord[] };

export type VersionEntry = {
  version: number;
  kind: "written" | "edited" | "kept" | "brought-back";
  madeAt: number;
  /** The person's id; null is the engine. */
  madeBy: string | null;
  /** Null is Basic system. */
  template: string | null;
  language: MeetingLanguage;
  engine: SummaryEngine;
  manualLines: number;
  shown: boolean;
};

/** `name`: the one that a person gave to the label. */
export type SpeakerPrint = VoicePrint & { name: string | null };

export type EditReading = {
  summary?: MeetingView["summary"];
  /** For a version made by a person: the meeting's title at that time. */
  title?: string | null;
  versions?: VersionEntry[];
  speakers?: { label: string; name: string | null; spokenMs: number; sample: VoiceSample | null }[];
  /** Present for speakers who were told apart by their voices: the number that a person gave, and how many were found. */
  voices?: { people: number | null; found: number };
  invited?: string[];
  heard?: NameSuggestion[];
  prints?: SpeakerPrint[];
  segment?: { startMs: number; original: string; corrected: string | null };
  words?: WordOfferView[];
  rewrite?: {
    engine: SummaryEngine;
    languages: MeetingLanguage[];
    manualLines: number;
    language: MeetingLanguage;
    templateId: string | null;
  };
};

/** A meeting that uses the template `from` uses `to` from now on. */
export type TemplateSwitch = { from: string; to: TemplateSnapshot };

/** The methods of a meeting object with which people correct its minutes. */
export interface MeetingEditsStub {
  /** `by`: the id of the person who corrects; it is stored with each correction. The caller has checked that they may edit. */
  correct(correction: Correction, by: string): Promise<Outcome<Corrected, CorrectionRefusal>>;
  /** Changes the meeting's template without writing its minutes again. False when it is gone or has another template. */
  chooseTemplate(change: TemplateSwitch): Promise<boolean>;
  /** Null when there is no such meeting, version or segment. The caller has checked access. */
  readEdits(question: EditQuestion): Promise<EditReading | null>;
}

export type MeetingEdits = ByMeeting<MeetingEditsStub>;
