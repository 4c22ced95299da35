import { assertNever } from "#app/domain/invariant.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { awaitsFile, awaitsScan, type MeetingState } from "#app/domain/meeting/states.ts";

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
  /** Writes the PDF of the minutes in their current state. Requested by every save, not by the machine. */
  | { type: "write-paper" }
  /** Removes everything that a deleted meeting stored outside its object, and sets its final state in the ledger. */
  | { type: "remove-content"; usage: "counted" | "released"; leave?: CallId }
  /** Removes objects that arrived after the deletion: a PUT in progress, an engine's answer. Runs twice. */
  | { type: "remove-late-content"; round: 1 | 2 };

/**
 * Returns the key of a piece of work: (run, step, window). The same key means the same work. Both usage effects share one key, so
 * that the later one replaces the earlier and neither can overtake the other.
 */
export function effectKey(effect: MeetingEffect): string {
  switch (effect.type) {
    case "transcribe-window":
      return `${effect.run}/${effect.type}/${effect.index}`;
    case "join-call":
    case "leave-call":
    case "scan-recording":
    case "read-captions":
    case "read-transcript":
    case "merge-windows":
    case "summarise":
      return `${effect.run}/${effect.type}`;
    case "count-usage":
    case "release-usage":
      return "usage";
    case "remove-earlier-uploads":
    case "await-video":
    case "compare-sound":
    case "write-paper":
    case "remove-content":
      return effect.type;
    case "remove-sound":
    case "remove-late-content":
      return `${effect.type}/${effect.round}`;
    default:
      return assertNever(effect);
  }
}

/** Tells whether a stored effect is still needed: a meeting that failed, moved on or was deleted needs no more windows. */
export function isStillWanted(state: MeetingState | null, effect: MeetingEffect): boolean {
  if (state === null) return effect.type === "remove-content" || effect.type === "remove-late-content";
  const transcribing = state.status === "RECORDED" || state.status === "TRANSCRIBING";
  switch (effect.type) {
    case "join-call":
      return (
        (state.status === "SCHEDULE" || state.status === "TORECORD") &&
        effect.run === state.run &&
        state.call?.callId === null
      );
    case "scan-recording":
      return transcribing && effect.run === state.run && awaitsScan(state.media);
    case "transcribe-window":
      return (
        (transcribing || state.status === "RECORDING") &&
        effect.run === state.run &&
        state.windows.some(({ index, progress }) => index === effect.index && progress !== "recognised")
      );
    case "read-captions":
    case "read-transcript":
      return (
        transcribing && effect.run === state.run && state.windows.some(({ progress }) => progress !== "recognised")
      );
    case "merge-windows":
      return transcribing && effect.run === state.run;
    case "summarise":
      return (state.status === "TRANSCRIPTED" || state.status === "LLMING") && effect.run === state.run;
    case "await-video":
      return awaitsFile(state);
    case "compare-sound":
      return state.media.kind === "landed" && state.sound !== undefined && state.sound.video === undefined;
    case "leave-call":
    case "remove-earlier-uploads":
    case "remove-sound":
    case "write-paper":
      return true;
    case "count-usage":
      return state.usage === "counted";
    case "release-usage":
      return state.usage === "released";
    case "remove-content":
    case "remove-late-content":
      return false;
    default:
      return assertNever(effect);
  }
}

/** Tells whether an effect needs much memory; only a few of these run at the same time in one isolate. */
export function holdsMuchMemory({ type }: MeetingEffect): boolean {
  return type === "transcribe-window" || type === "scan-recording";
}

/** Returns the event that shows on the screen that an effect has begun; null when its start changes nothing. */
export function startedEvent(effect: MeetingEffect): MeetingEvent | null {
  switch (effect.type) {
    case "transcribe-window":
    case "read-captions":
    case "read-transcript":
      return { type: "transcription-started", run: effect.run };
    case "summarise":
      return { type: "summary-started", run: effect.run };
    case "join-call":
      return { type: "call-due", run: effect.run };
    // A recording that is being scanned stays RECORDED: recognition has not begun.
    case "leave-call":
    case "scan-recording":
    case "merge-windows":
    case "await-video":
    case "compare-sound":
    case "remove-sound":
    case "remove-earlier-uploads":
    case "write-paper":
    case "count-usage":
    case "release-usage":
    case "remove-content":
    case "remove-late-content":
      return null;
    default:
      return assertNever(effect);
  }
}
