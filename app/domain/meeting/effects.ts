import type { CallId, MeetId } from "#app/domain/ids.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { awaitsFile, awaitsScan, isSplitUnderway } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState, TRANSCRIPT_FAILURES } from "#app/domain/meeting/states.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";

/**
 * Work that a transition requires, as data. It is stored with the state in one transaction and done afterwards, with retries.
 * Publishing is not an effect: every save is published (see workers/meeting/publish).
 */
export type MeetingEffect =
  /** Asks the call object to join the call, not before `at`; null for at once. */
  | { type: "join-call"; run: number; at: number | null }
  /** Leaves a call, because it was cancelled or replaced by another. */
  | { type: "leave-call"; run: number; callId: CallId }
  | { type: "scan-recording"; run: number }
  | { type: "transcribe-window"; run: number; index: number }
  | { type: "read-captions"; run: number }
  /** Reads the transcript that was given with the recording. */
  | { type: "read-transcript"; run: number }
  /** Reads what has text so far, for the running minutes, while the rest is still being said or recognised. */
  | { type: "read-ahead"; run: number }
  | { type: "merge-windows"; run: number }
  | { type: "summarise"; run: number }
  /** Checks whether the video has arrived for a meeting that has only its sound, until the deadline for it. */
  | { type: "await-video"; at: number }
  /** Compares the video with the sound that was uploaded ahead of it. */
  | { type: "compare-sound" }
  /**
   * Removes the sound that was uploaded ahead and is not needed any more. Runs twice, because a PUT may still have been in
   * progress.
   */
  | { type: "remove-sound"; round: 1 | 2 }
  /** Removes objects that earlier attempts of this upload may have left, after another key was accepted. */
  | { type: "remove-earlier-uploads" }
  | { type: "count-usage" }
  | { type: "release-usage" }
  /** Ends a merge, or its undoing, that broke off between the two meetings. Not before `at`. */
  | { type: "settle-merge"; at: number }
  /** Ends a split, or its undoing, that broke off. Not before `at`. */
  | { type: "settle-split"; at: number }
  /** Writes the PDF of the minutes in their current state. Requested by every save, not by the machine. */
  | { type: "write-pdf" }
  /** Deletes the parts of the meeting whose time has come, not before `at`. */
  | { type: "delete-by-rule"; at: number }
  /** Tells the workspace of parts that will be deleted in a few days, not before `at`. */
  | { type: "warn-of-deletion"; at: number }
  /** Removes bytes that arrived after their part was deleted. Runs twice. */
  | { type: "remove-late-parts"; round: 1 | 2; at: number }
  /** Removes everything that a deleted meeting stored outside its object, and sets its final state in the ledger. */
  | {
      type: "remove-content";
      usage: "counted" | "released";
      leave?: CallId;
      parts?: readonly MeetId[];
      apart?: readonly MeetId[];
      pending?: MeetId;
    }
  /** Removes objects that arrived after the deletion: a PUT in progress, an engine's answer. Runs twice. */
  | { type: "remove-late-content"; round: 1 | 2 };

type EffectOf<Type extends MeetingEffect["type"]> = Extract<MeetingEffect, { type: Type }>;

/** The rules for one kind of effect. The Worker's side of it, step and time limit, is in workers/meeting/perform-effect.ts. */
type EffectRules<Effect extends MeetingEffect> = {
  /** The key of a piece of work: (run, step, window). The same key means the same work. */
  key(effect: Effect): string;
  /** Whether a stored effect is still needed: a meeting that failed or moved on needs no more windows. */
  isWanted(state: MeetingState, effect: Effect): boolean;
  /** Still needed after the meeting was deleted. */
  outlivesMeeting?: true;
  /** Needs much memory; only a few of these run at the same time in one isolate. */
  muchMemory?: true;
  /** The event that shows on the screen that the effect has begun; absent: its start changes nothing. */
  started?(effect: Effect): MeetingEvent;
  /** The event with which the step is given up; absent for bookkeeping, which is tried until it works. */
  parked?(effect: Effect, reason: EndReason): MeetingEvent;
};

const isTranscribing = ({ status }: MeetingState) => status === "RECORDED" || status === "TRANSCRIBING";
const hasOpenWindows = ({ windows }: MeetingState) => windows.some(({ progress }) => progress !== "recognised");
const always = () => true;
const never = () => false;
const ofRun = ({ run, type }: { run: number; type: string }) => `${run}/${type}`;
const ofType = ({ type }: MeetingEffect) => type;
const ofRound = ({ type, round }: { type: string; round: number }) => `${type}/${round}`;
/** Both usage effects share one key, so that the later one replaces the earlier and neither can overtake the other. */
const ofUsage = () => "usage";
const transcriptionStarted = ({ run }: { run: number }): MeetingEvent => ({ type: "transcription-started", run });
/** A store that does not answer is no fault of the recording: a person may ask again, and a scan continues where it was. */
const transcriptionFailed = ({ run }: { run: number }, reason: EndReason): MeetingEvent => ({
  type: "transcription-failed",
  run,
  reason: TRANSCRIPT_FAILURES.find((one) => one === reason) ?? "internal",
});

const RULES: { [Type in MeetingEffect["type"]]: EffectRules<EffectOf<Type>> } = {
  "join-call": {
    key: ofRun,
    isWanted: ({ status, run, call }, effect) =>
      (status === "SCHEDULE" || status === "TORECORD") && effect.run === run && call?.callId === null,
    started: ({ run }) => ({ type: "call-due", run }),
    parked: ({ run }) => ({ type: "call-refused", run, reason: "join-failed" }),
  },
  "leave-call": { key: ofRun, isWanted: always },
  // A recording that is being scanned stays RECORDED: recognition has not begun.
  "scan-recording": {
    key: ofRun,
    isWanted: (state, { run }) => isTranscribing(state) && run === state.run && awaitsScan(state.media),
    muchMemory: true,
    parked: transcriptionFailed,
  },
  "transcribe-window": {
    key: (effect) => `${ofRun(effect)}/${effect.index}`,
    isWanted: (state, effect) =>
      (isTranscribing(state) || state.status === "RECORDING") &&
      effect.run === state.run &&
      state.windows.some(({ index, progress }) => index === effect.index && progress !== "recognised"),
    muchMemory: true,
    started: transcriptionStarted,
    parked: transcriptionFailed,
  },
  "read-captions": {
    key: ofRun,
    isWanted: (state, { run }) => isTranscribing(state) && run === state.run && hasOpenWindows(state),
    started: transcriptionStarted,
    parked: transcriptionFailed,
  },
  "read-transcript": {
    key: ofRun,
    isWanted: (state, { run }) => isTranscribing(state) && run === state.run && hasOpenWindows(state),
    started: transcriptionStarted,
    parked: transcriptionFailed,
  },
  "read-ahead": {
    key: ofRun,
    isWanted: (state, { run }) => (isTranscribing(state) || state.status === "RECORDING") && run === state.run,
  },
  "merge-windows": {
    key: ofRun,
    isWanted: (state, { run }) => isTranscribing(state) && run === state.run,
    parked: transcriptionFailed,
  },
  summarise: {
    key: ofRun,
    isWanted: ({ status, run }, effect) => (status === "TRANSCRIPTED" || status === "LLMING") && effect.run === run,
    started: ({ run }) => ({ type: "summary-started", run }),
    parked: ({ run }, reason) => ({
      type: "summary-failed",
      run,
      reason: reason === "summary-unavailable" ? reason : "internal",
    }),
  },
  "await-video": { key: ofType, isWanted: awaitsFile },
  "compare-sound": {
    key: ofType,
    isWanted: ({ media, sound }) => media.kind === "landed" && sound !== undefined && sound.video === undefined,
  },
  "remove-sound": { key: ofRound, isWanted: always },
  "remove-earlier-uploads": { key: ofType, isWanted: always },
  "count-usage": { key: ofUsage, isWanted: ({ usage }) => usage === "counted" },
  "release-usage": { key: ofUsage, isWanted: ({ usage }) => usage === "released" },
  "settle-merge": {
    key: ofType,
    isWanted: ({ mergedInto }) => mergedInto !== undefined && mergedInto.phase !== "joined",
  },
  "settle-split": { key: ofType, isWanted: isSplitUnderway },
  "write-pdf": { key: ofType, isWanted: always },
  "delete-by-rule": { key: ofType, isWanted: always },
  "warn-of-deletion": { key: ofType, isWanted: always },
  "remove-late-parts": { key: ofRound, isWanted: always },
  "remove-content": { key: ofType, isWanted: never, outlivesMeeting: true },
  "remove-late-content": { key: ofRound, isWanted: never, outlivesMeeting: true },
};

function rulesOf<Effect extends MeetingEffect>(effect: Effect): EffectRules<Effect> {
  // Each key of the table has the rules of its own type, which the compiler cannot follow through an index.
  return RULES[effect.type] as unknown as EffectRules<Effect>;
}

export function effectKey(effect: MeetingEffect): string {
  return rulesOf(effect).key(effect);
}

/** `state` is null after the meeting was deleted. */
export function isStillWanted(state: MeetingState | null, effect: MeetingEffect): boolean {
  const rules = rulesOf(effect);
  return state === null ? rules.outlivesMeeting === true : rules.isWanted(state, effect);
}

export function holdsMuchMemory(effect: MeetingEffect): boolean {
  return rulesOf(effect).muchMemory === true;
}

/** Null when the start of the effect changes nothing on the screen. */
export function startedEvent(effect: MeetingEffect): MeetingEvent | null {
  return rulesOf(effect).started?.(effect) ?? null;
}

/** Null for bookkeeping, which is tried until it works. */
export function parkedEvent(effect: MeetingEffect, reason: EndReason): MeetingEvent | null {
  return rulesOf(effect).parked?.(effect, reason) ?? null;
}
