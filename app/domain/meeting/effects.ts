import { assertNever } from "#app/domain/invariant.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { awaitsFile, awaitsScan, type MeetingState } from "#app/domain/meeting/states.ts";

/**
 * What has to be done because of a transition, as data. It is stored beside the state in one transaction and done
 * afterwards, as often as it takes. Publishing is no effect: whatever is saved is published (see workers/meeting/publish).
 */
export type MeetingEffect =
  /** Asks the call object to be there, not before `at`; null for at once. */
  | { type: "join-call"; run: number; at: number | null }
  /** Hears no more of a call: it was cancelled, or it is another one now. */
  | { type: "leave-call"; run: number; callId: CallId }
  | { type: "scan-recording"; run: number }
  | { type: "transcribe-window"; run: number; index: number }
  | { type: "read-captions"; run: number }
  /** The transcript that was given beside the recording. */
  | { type: "read-transcript"; run: number }
  | { type: "merge-windows"; run: number }
  | { type: "summarise"; run: number }
  /** Looks whether the video has come of which only the sound is there, until it is too late for it. */
  | { type: "await-video"; at: number }
  /** Holds the video against the sound that came ahead of it. */
  | { type: "compare-sound" }
  /** The sound that came ahead is of no more use. Twice, for the PUT that was still under way. */
  | { type: "remove-sound"; round: 1 | 2 }
  /** What earlier attempts of this upload may have left: another key was accepted. */
  | { type: "remove-earlier-uploads" }
  | { type: "count-usage" }
  | { type: "release-usage" }
  /** The PDF of the minutes, as they are when it is done. Asked for by whatever is saved, not by the machine. */
  | { type: "write-paper" }
  /** A meeting that is gone leaves nothing outside its object, and the ledger with what it should say in the end. */
  | { type: "remove-content"; usage: "counted" | "released"; leave?: CallId }
  /** What came late all the same: a PUT that was under way, the answer of an engine. Looked for twice. */
  | { type: "remove-late-content"; round: 1 | 2 };

/**
 * The key of a piece of work: (run, step, window). The same key twice is the same work. The two usage effects share one,
 * so that the later replaces the earlier and they can never overtake each other.
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

/** Whether a stored effect is still to be done: a meeting that failed, went on or is gone wants no more of its windows. */
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

/** Work of which only a few may run at the same time in one isolate. */
export function holdsMuchMemory({ type }: MeetingEffect): boolean {
  return type === "transcribe-window" || type === "scan-recording";
}

/** What the screen should say as soon as a piece of work begins; null where nothing changes by beginning it. */
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
    // A recording that is scanned is recorded, and nobody listens to it yet.
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
