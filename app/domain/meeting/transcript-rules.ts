import type { EventOf } from "#app/domain/meeting/events.ts";
import {
  countUsage,
  type In,
  missingWork,
  nothing,
  released,
  type Transition,
} from "#app/domain/meeting/recording-rules.ts";
import { soundSpent } from "#app/domain/meeting/sound-rules.ts";
import { isSettled } from "#app/domain/meeting/state-rules.ts";
import {
  type MeetingState,
  type SpeechDownloadFact,
  type StateOf,
  type WindowFact,
} from "#app/domain/meeting/states.ts";

/** Rules from the windows of a recording to its transcript. */

type Transcribing = In<"RECORDED" | "TRANSCRIBING">;

export function transcriptionStarted(
  state: StateOf<"RECORDED">,
  event: EventOf<"transcription-started">,
  now: number,
): Transition {
  if (event.run !== state.run) return nothing(state);
  return { state: { ...state, status: "TRANSCRIBING", since: now }, effects: [] };
}

export function speechAwaited(
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
export function windowPart(
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

export function extracted(state: WithWindows, { index }: EventOf<"window-extracted">): Transition {
  const known = state.windows.find((window) => window.index === index);
  if (known?.progress !== "wanted") return nothing(state);
  return { state: withProgress(state, index, "extracted"), effects: [] };
}

export function recognised(state: WithWindows, { index }: EventOf<"window-recognised">): Transition {
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

export function transcriptionFailed(
  state: Transcribing,
  event: EventOf<"transcription-failed">,
  now: number,
): Transition {
  if (event.run !== state.run) return nothing(state);
  return released({ ...state, status: "ERROR_TRANSCRIPT", reason: event.reason, speechDownload: null, since: now });
}

export function merged(state: Transcribing, event: EventOf<"transcript-merged">, now: number): Transition {
  if (event.run !== state.run) return nothing(state);
  if (event.segments === 0) {
    const skipped = countUsage({ ...state, status: "SKIPPED_SUMMARY", reason: "no-speech", since: now });
    return { state: skipped.state, effects: [...skipped.effects, ...soundSpent(skipped.state)] };
  }
  const next: MeetingState = { ...state, status: "TRANSCRIPTED", since: now };
  return { state: next, effects: [{ type: "summarise", run: state.run }, ...soundSpent(next)] };
}

export function transcribeAgain(
  state: StateOf<"ERROR_TRANSCRIPT">,
  _event: EventOf<"retry-asked">,
  now: number,
): Transition {
  const { reason: _reason, ...rest } = state;
  const next = countUsage({ ...rest, status: "TRANSCRIBING", run: state.run + 1, since: now });
  return { state: next.state, effects: [...next.effects, ...missingWork(next.state)] };
}
