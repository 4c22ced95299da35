import {
  askedAgain,
  callChanged,
  callLobby,
  callDue,
  callEnded,
  callEndedEarly,
  callFailed,
  callJoined,
  callMoved,
  callNotStored,
  callPeople,
  callRecording,
  callRefused,
  callRejected,
  callRequests,
  callStopping,
  callStored,
  callWarning,
  callWindow,
  cancelled,
  windowPutOff,
} from "#app/domain/meeting/call-rules.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { EventOf, MeetingEvent, MeetingEventType } from "#app/domain/meeting/events.ts";
import { mergeAsked, mergeEnded, partDropped, partTaken } from "#app/domain/meeting/parts.ts";
import { partedForGood, splitOff, splitsNoted, splitUndone } from "#app/domain/meeting/split.ts";
import {
  accepted,
  captionsEmpty,
  languageCorrected,
  countUsage,
  lost,
  misfits,
  nothing,
  scanned,
  transcriptGiven,
  type Transition,
} from "#app/domain/meeting/recording-rules.ts";
import {
  soundCompared,
  soundLanded,
  soundPlanned,
  videoAccepted,
  videoMissed,
} from "#app/domain/meeting/sound-rules.ts";
import type { MeetingState, StateOf } from "#app/domain/meeting/states.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import {
  summaryStarted,
  summaryPartWritten,
  paragraphTold,
  summarised,
  summaryFailed,
  summariseAgain,
  writeAgain,
} from "#app/domain/meeting/summary-rules.ts";
import {
  transcriptionStarted,
  speechAwaited,
  windowPart,
  extracted,
  recognised,
  transcriptionFailed,
  merged,
  transcribeAgain,
} from "#app/domain/meeting/transcript-rules.ts";

/**
 * The life of a meeting as one table: the effect of each event in each status. An event without an entry changes nothing, as late
 * and repeated events require. Pure: time is an argument; the work is returned.
 */
type Rule<Status extends MeetingStatus, Type extends MeetingEventType> = (
  state: StateOf<Status>,
  event: EventOf<Type>,
  now: number,
) => Transition;
type Table = {
  readonly [Status in MeetingStatus]: { readonly [Type in MeetingEventType]?: Rule<Status, Type> };
};

/**
 * Returns the next state and its effects. `null` is a meeting that is deleted (or never existed): nothing happens to it any more.
 * An event that changes nothing returns the same state object.
 */
export function transition(state: MeetingState | null, event: MeetingEvent, now: number): Transition {
  if (state === null) return { state, effects: [] };
  // The table's type pairs each rule with its status and event; indexing by both loses the pair, hence the one cast.
  const rule = TABLE[state.status][event.type] as
    | ((state: MeetingState, event: MeetingEvent, now: number) => Transition)
    | undefined;
  return rule ? rule(state, event, now) : nothing(state);
}

const arriving = { "sound-planned": soundPlanned, "sound-landed": soundLanded } as const;
const beforeVideo = {
  "upload-accepted": videoAccepted,
  "sound-compared": soundCompared,
  "video-missed": videoMissed,
} as const;
const facts = { "window-extracted": extracted, "window-recognised": recognised, discarded: gone } as const;
const recognising = {
  ...facts,
  "speech-asked": countUsage,
  "window-part": windowPart,
  "paragraph-told": paragraphTold,
} as const;
const stored = { "call-stored": callStored, "call-failed": callNotStored } as const;
const transcribing = {
  ...recognising,
  ...beforeVideo,
  "recording-scanned": scanned,
  "recording-lost": lost,
  "captions-empty": captionsEmpty,
  "transcript-misfits": misfits,
  "speech-awaited": speechAwaited,
  "transcription-failed": transcriptionFailed,
  "transcript-merged": merged,
  "call-window": callWindow,
  ...stored,
} as const;
const merging = {
  "merge-asked": mergeAsked,
  "merge-ended": mergeEnded,
  "splits-noted": splitsNoted,
  "parted-for-good": partedForGood,
} as const;
const splitting = { "split-off": splitOff, "split-undone": splitUndone } as const;
const summarising = {
  ...stored,
  ...merging,
  ...splitting,
  "part-dropped": partDropped,
  ...beforeVideo,
  discarded: gone,
  "summary-part-written": summaryPartWritten,
  "paragraph-told": paragraphTold,
  "summary-written": summarised,
  "summary-failed": summaryFailed,
} as const;
const ended = {
  ...stored,
  ...beforeVideo,
  ...merging,
  "transcript-given": transcriptGiven,
  discarded: gone,
} as const;
const inLobby = { "call-refused": callRefused, "call-changed": callChanged, cancelled, discarded: gone } as const;
const inTheCall = {
  "call-warning": callWarning,
  "call-people": callPeople,
  "call-requests": callRequests,
  "call-moved": callMoved,
  "call-stopping": callStopping,
} as const;

const TABLE: Table = {
  SCHEDULE: { ...inLobby, "call-due": callDue },
  TORECORD: {
    ...inLobby,
    ...inTheCall,
    ...arriving,
    "upload-accepted": accepted,
    "call-joined": callJoined,
    "call-lobby": callLobby,
    "call-recording": callRecording,
    "call-ended": callEndedEarly,
    "call-rejected": callRejected,
    "call-failed": callFailed,
  },
  RECORDING: {
    ...recognising,
    ...inTheCall,
    ...arriving,
    ...beforeVideo,
    "speech-awaited": speechAwaited,
    "transcription-failed": windowPutOff,
    "call-window": callWindow,
    "call-ended": callEnded,
    "call-failed": callFailed,
  },
  RECORDED: { ...transcribing, "transcription-started": transcriptionStarted },
  TRANSCRIBING: transcribing,
  TRANSCRIPTED: { ...summarising, "summary-started": summaryStarted },
  LLMING: summarising,
  SUMMARIZED: {
    ...ended,
    "rewrite-asked": writeAgain,
    "language-corrected": languageCorrected,
    "part-taken": partTaken,
    "part-dropped": partDropped,
    ...splitting,
  },
  REJECTED: { discarded: gone, "asked-again": askedAgain },
  SKIPPED_SUMMARY: { ...ended, "language-corrected": languageCorrected },
  ERROR_RECORDED: { discarded: gone },
  // A window in progress when another one failed is still worth its cost: the retry does not request it again.
  ERROR_TRANSCRIPT: {
    ...facts,
    ...stored,
    ...beforeVideo,
    "retry-asked": transcribeAgain,
    "transcript-given": transcriptGiven,
  },
  ERROR_SUMMARY: { ...ended, "retry-asked": summariseAgain, "language-corrected": languageCorrected },
};

/** A deleted meeting releases its reservation. A counted usage stays counted, otherwise deleting would give uploads back. */
function gone(state: MeetingState): Transition {
  const leave = state.call?.callId ? { leave: state.call.callId } : {};
  // The meetings that were merged into it are parts of it, and go with it.
  const parts = state.parts ? { parts: state.parts.map(({ meetId }) => meetId) } : {};
  const usage = state.usage === "counted" ? "counted" : "released";
  return { state: null, effects: [{ type: "remove-content", usage, ...leave, ...parts, ...apartOf(state) }] };
}

/** The meetings that have parts of the same recording stay, and are told. One that is not quite there yet is not wanted any more. */
function apartOf({ splits = [], span }: MeetingState): { apart?: MeetId[]; pending?: MeetId } {
  const apart = [...splits.map(({ meetId }) => meetId), ...(span?.of ? [span.of] : [])];
  const pending = splits.find(({ phase }) => phase === "splitting")?.meetId;
  return { ...(apart.length > 0 && { apart }), ...(pending && { pending }) };
}
