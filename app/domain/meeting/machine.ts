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
import type { EventOf, MeetingEvent, MeetingEventType } from "#app/domain/meeting/events.ts";
import { mergeAsked, mergeEnded, partDropped, partTaken } from "#app/domain/meeting/parts.ts";
import {
  accepted,
  captionsEmpty,
  languageCorrected,
  countUsage,
  type In,
  lost,
  misfits,
  missingWork,
  nothing,
  released,
  scanned,
  transcriptGiven,
  type Transition,
} from "#app/domain/meeting/recording-rules.ts";
import {
  soundCompared,
  soundLanded,
  soundPlanned,
  soundSpent,
  videoAccepted,
  videoMissed,
} from "#app/domain/meeting/sound-rules.ts";
import {
  isSettled,
  type MeetingState,
  type SpeechDownloadFact,
  type StateOf,
  type WindowFact,
} from "#app/domain/meeting/states.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

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
type Transcribing = In<"RECORDED" | "TRANSCRIBING">;
type Summarising = In<"TRANSCRIPTED" | "LLMING">;

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
const merging = { "merge-asked": mergeAsked, "merge-ended": mergeEnded } as const;
const summarising = {
  ...stored,
  ...merging,
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
    "call-door": callLobby,
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
  return { state: null, effects: [{ type: "remove-content", usage, ...leave, ...parts }] };
}

function transcriptionStarted(
  state: StateOf<"RECORDED">,
  event: EventOf<"transcription-started">,
  now: number,
): Transition {
  if (event.run !== state.run) return nothing(state);
  return { state: { ...state, status: "TRANSCRIBING", since: now }, effects: [] };
}

function speechAwaited(
  state: Transcribing | StateOf<"RECORDING">,
  { run, download, instead = null }: EventOf<"speech-awaited">,
): Transition {
  const known = state.speechDownload ?? null;
  const next = download === null || download.totalBytes <= 0 ? null : percentOf(download);
  if (run !== state.run) return nothing(state);
  const isSame = next?.percent === known?.percent && next?.totalBytes === known?.totalBytes;
  if (isSame && instead === (state.speech?.instead ?? null)) return nothing(state);
  const { pace, ahead } = state.speech ?? { pace: null, ahead: 0 };
  const speech = state.speech || instead !== null ? { speech: { pace, ahead, instead } } : {};
  return { state: { ...state, ...speech, speechDownload: next }, effects: [] };
}

/** Part of a window has text. A window that is done has all of its text already. */
function windowPart(
  state: Transcribing | StateOf<"RECORDING">,
  { run, index, textUntilMs, pace, ahead }: EventOf<"window-part">,
): Transition {
  const known = state.windows.find((window) => window.index === index);
  if (run !== state.run || !known || known.progress === "recognised") return nothing(state);
  const windows = state.windows.map((window) => (window.index === index ? { ...window, textUntilMs } : window));
  const speech = { pace, ahead, instead: state.speech?.instead ?? null };
  return { state: { ...state, windows, speech }, effects: [] };
}

function percentOf({ receivedBytes, totalBytes }: { receivedBytes: number; totalBytes: number }): SpeechDownloadFact {
  return { percent: Math.min(100, Math.floor((receivedBytes / totalBytes) * 100)), totalBytes };
}

type WithWindows = In<"RECORDING" | "RECORDED" | "TRANSCRIBING" | "ERROR_TRANSCRIPT">;

function extracted(state: WithWindows, { index }: EventOf<"window-extracted">): Transition {
  const known = state.windows.find((window) => window.index === index);
  if (known?.progress !== "wanted") return nothing(state);
  return { state: withProgress(state, index, "extracted"), effects: [] };
}

function recognised(state: WithWindows, { index }: EventOf<"window-recognised">): Transition {
  const known = state.windows.find((window) => window.index === index);
  if (!known || known.progress === "recognised") return nothing(state);
  // The text of an upload that no longer counts is not shown for free: it stays in the store, and a retry takes it from there.
  if (state.status === "ERROR_TRANSCRIPT" && !isSettled(state)) return nothing(state);
  const next = recognisedBySpeech(withProgress(state, index, "recognised"));
  const complete = next.windows.every(({ progress }) => progress === "recognised");
  const goesOn = next.status === "RECORDED" || next.status === "TRANSCRIBING";
  return { state: next, effects: complete && goesOn ? [{ type: "merge-windows", run: next.run }] : [] };
}

/** Only recognised speech counts; the person already had the text of captions and given transcripts. */
function recognisedBySpeech(state: WithWindows): WithWindows {
  const bySpeech = state.media.kind !== "landed" || state.media.transcriptSource === "speech";
  return bySpeech ? { ...state, textHeard: true } : state;
}

function withProgress(state: WithWindows, index: number, progress: WindowFact["progress"]): WithWindows {
  const windows = state.windows.map((window) => {
    if (window.index !== index) return window;
    const { textUntilMs: _until, ...rest } = window;
    return { ...rest, progress };
  });
  return { ...state, windows };
}

function transcriptionFailed(state: Transcribing, event: EventOf<"transcription-failed">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  return released({ ...state, status: "ERROR_TRANSCRIPT", reason: event.reason, speechDownload: null, since: now });
}

function merged(state: Transcribing, event: EventOf<"transcript-merged">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  if (event.segments === 0) {
    const skipped = countUsage({ ...state, status: "SKIPPED_SUMMARY", reason: "no-speech", since: now });
    return { state: skipped.state, effects: [...skipped.effects, ...soundSpent(skipped.state)] };
  }
  const next: MeetingState = { ...state, status: "TRANSCRIPTED", since: now };
  return { state: next, effects: [{ type: "summarise", run: state.run }, ...soundSpent(next)] };
}

function summaryStarted(state: StateOf<"TRANSCRIPTED">, event: EventOf<"summary-started">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  return { state: { ...state, status: "LLMING", since: now }, effects: [] };
}

function summaryPartWritten(state: Summarising, { run, done, total }: EventOf<"summary-part-written">): Transition {
  const known = state.summaryParts;
  if (run !== state.run || total < 2) return nothing(state);
  if (known?.total === total && known.done >= done) return nothing(state);
  return { state: { ...state, summaryParts: { done, total } }, effects: [] };
}

function paragraphTold(
  state: Transcribing | Summarising | StateOf<"RECORDING">,
  { run, untilMs }: EventOf<"paragraph-told">,
): Transition {
  // Minutes that are written again are there already.
  if (run !== state.run || state.rewrite || untilMs <= (state.toldUntilMs ?? 0)) return nothing(state);
  return { state: { ...state, toldUntilMs: untilMs }, effects: [] };
}

function summarised(state: Summarising, event: EventOf<"summary-written">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  const { rewrite: _rewrite, summaryParts: _parts, toldUntilMs: _told, ...rest } = state;
  return countUsage({ ...rest, status: "SUMMARIZED", since: now });
}

/** A failed rewrite leaves the minutes unchanged: nothing is lost, so the meeting has not failed. */
function summaryFailed(state: Summarising, event: EventOf<"summary-failed">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  if (state.rewrite) {
    const { rewrite, summaryParts: _parts, ...rest } = state;
    return { state: { ...rest, status: "SUMMARIZED", rewriteFailed: rewrite.what, since: now }, effects: [] };
  }
  const { summaryParts: _parts, ...rest } = state;
  return released({ ...rest, status: "ERROR_SUMMARY", reason: event.reason, since: now });
}

function transcribeAgain(state: StateOf<"ERROR_TRANSCRIPT">, _event: EventOf<"retry-asked">, now: number): Transition {
  const { reason: _reason, ...rest } = state;
  const next = countUsage({ ...rest, status: "TRANSCRIBING", run: state.run + 1, since: now });
  return { state: next.state, effects: [...next.effects, ...missingWork(next.state)] };
}

function summariseAgain(state: StateOf<"ERROR_SUMMARY">, _event: EventOf<"retry-asked">, now: number): Transition {
  const { reason: _reason, ...rest } = state;
  const run = state.run + 1;
  const next = countUsage({ ...rest, status: "TRANSCRIPTED", run, since: now });
  return { state: next.state, effects: [...next.effects, { type: "summarise", run }] };
}

/** The present summary stays until another is written. */
function writeAgain(state: StateOf<"SUMMARIZED">, { ask }: EventOf<"rewrite-asked">, now: number): Transition {
  const { rewriteFailed: _failed, ...rest } = state;
  const run = state.run + 1;
  const next = { ...rest, status: "TRANSCRIPTED" as const, run, since: now, ...(ask ? { rewrite: ask } : {}) };
  return { state: next, effects: [{ type: "summarise", run }] };
}
