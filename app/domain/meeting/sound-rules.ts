import {
  SOUND_FIRST_LOOK_MS,
  SOUND_WINDOW_REACH_MS,
  WINDOW_MS,
  WINDOW_OVERLAP_MS,
  WINDOW_TAIL_MS_MIN,
} from "#app/domain/limits/media.ts";
import { wholeRecording } from "#app/domain/meeting/call-rules.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { EventOf } from "#app/domain/meeting/events.ts";
import { countUsage, type In, type Lives, nothing } from "#app/domain/meeting/recording-rules.ts";
import type { MeetingState, SoundFact, WindowFact } from "#app/domain/meeting/states.ts";

/**
 * Rules of the machine's table for sound that is uploaded ahead of its video. Windows are announced one by one, as for calls, and
 * the minutes do not wait for the video. When the video arrives, it is compared with the sound.
 */
type Arriving = In<"TORECORD" | "RECORDING">;
/** Statuses in which the video of an upload may still arrive. */
export type BeforeVideo = In<
  | "RECORDING"
  | "RECORDED"
  | "TRANSCRIBING"
  | "TRANSCRIPTED"
  | "LLMING"
  | "SUMMARIZED"
  | "SKIPPED_SUMMARY"
  | "ERROR_TRANSCRIPT"
  | "ERROR_SUMMARY"
>;

/** The windows of the sound are known. A changed plan drops the windows that landed before, and shows nothing of them. */
export function soundPlanned(state: Arriving, event: EventOf<"sound-planned">): Lives {
  // One upload pays for the sound of one recording: once a speech engine was asked, the plan cannot be replaced.
  if (state.call || state.media.kind === "landed" || state.usage === "counted") return nothing(state);
  const { durationMs, windows } = event;
  const run = state.windows.length > 0 ? state.run + 1 : state.run;
  return { state: { ...state, run, windows: [], sound: { durationMs, windows } }, effects: [] };
}

export function soundLanded(state: Arriving, event: EventOf<"sound-landed">, now: number): Lives {
  const { sound, run } = state;
  const { index, startMs, endMs, track } = event;
  if (!sound || state.media.kind === "landed" || state.windows.some((window) => window.index === index)) {
    return nothing(state);
  }
  const window: WindowFact = { index, startMs, endMs, ...(track !== undefined && { track }), progress: "wanted" };
  const next: MeetingState = {
    ...state,
    status: "RECORDING",
    media: { kind: "arriving" },
    windows: [...state.windows, window].toSorted((a, b) => a.index - b.index),
    since: state.status === "RECORDING" ? state.since : now,
  };
  const effects: MeetingEffect[] =
    state.status === "RECORDING" ? [] : [{ type: "await-video", at: now + SOUND_FIRST_LOOK_MS }];
  if (next.windows.length < sound.windows) {
    return { state: next, effects: [...effects, { type: "transcribe-window", run, index }] };
  }
  const whole = wholeRecording(next, now);
  return { state: whole.state, effects: [...effects, ...whole.effects] };
}

/** The file has landed and can be played. The sound is not trusted as its sound until both were compared. */
export function videoAccepted(state: BeforeVideo, event: EventOf<"upload-accepted">): Lives {
  const { sound, media } = state;
  if (!sound || sound.video !== undefined || media.kind === "landed") return nothing(state);
  const durationMs = event.durationMs ?? sound.durationMs;
  const { version, isCut } = event;
  const cut = isCut && { isCut };
  const landed = { kind: "landed", version, durationMs, transcriptSource: "speech", ...cut } as const;
  const next: MeetingState = { ...state, media: landed };
  // An upload that failed and was released is counted when it is transcribed again.
  const { state: counted, effects } = state.usage === "reserved" ? countUsage(next) : nothing(next);
  return { state: counted, effects: [...effects, { type: "compare-sound" }] };
}

/**
 * The same sound: nothing changes. Different sound: the differing windows are recognised from the video, and the minutes are
 * written again.
 */
export function soundCompared(state: BeforeVideo, event: EventOf<"sound-compared">, now: number): Lives {
  const { sound, media } = state;
  if (!sound || sound.video !== undefined || media.kind !== "landed") return nothing(state);
  const windows = event.windows.map((span): WindowFact => {
    const known = state.windows.find(({ index }) => index === span.index);
    const progress = event.same.includes(span.index) && known?.progress === "recognised" ? "recognised" : "wanted";
    return { ...span, progress };
  });
  const isSame = event.same.length === windows.length && windows.length === sound.windows;
  const removal: MeetingEffect = { type: "remove-sound", round: 1 };
  const compared = { ...sound, video: differs(state, isSame) ? "differed" : "same" } as const satisfies SoundFact;
  const { durationMs, isCut } = event;
  const known: MeetingState = { ...state, sound: compared, media: { ...media, durationMs, ...(isCut && { isCut }) } };
  // A meeting that failed because its sound was missing has it now.
  const goesOn = !isSame || state.status === "RECORDING" || state.status === "ERROR_TRANSCRIPT";
  if (!goesOn) return { state: known, effects: [removal] };
  const { reason: _reason, ...rest } = { reason: null, ...known };
  const asked = event.rewrite && !state.rewrite ? { rewrite: event.rewrite } : {};
  const next = {
    ...rest,
    ...asked,
    status: "TRANSCRIBING",
    run: state.run + 1,
    windows,
    speechDownload: null,
  } as const;
  const whole = wholeRecording(next, now);
  return { state: whole.state, effects: [removal, ...whole.effects] };
}

/**
 * Tells whether recognised sound differed. Windows that had not landed before the video were never recognised, so they do not
 * differ.
 */
function differs(state: BeforeVideo, isSame: boolean): boolean {
  return !isSame && state.status !== "RECORDING";
}

/** The video will not arrive. The recognised text stays; incomplete sound is used as far as it landed. */
export function videoMissed(state: BeforeVideo, _event: EventOf<"video-missed">, now: number): Lives {
  const { sound } = state;
  if (!sound || sound.video !== undefined) return nothing(state);
  const known: MeetingState = { ...state, media: { kind: "awaited" }, sound: { ...sound, video: "missing" } };
  if (state.status === "RECORDING") return wholeRecording(known, now);
  return { state: known, effects: soundSpent(known) };
}

/** Removes the sound when it is not needed for recognition any more: without a video, once there is a transcript. */
export function soundSpent({ sound, status }: MeetingState): MeetingEffect[] {
  const isReading = status === "RECORDED" || status === "TRANSCRIBING" || status === "ERROR_TRANSCRIPT";
  return sound?.video === "missing" && !isReading ? [{ type: "remove-sound", round: 1 }] : [];
}

/** A window of sound as announced: its own range, and the range of its file. Ms of the recording. */
export type ToldWindow = {
  /** As in WindowSpan. */
  track?: number | undefined;
  startMs: number;
  endMs: number;
  audioStartMs: number;
  audioEndMs: number;
};

/**
 * Tells whether windows can belong to a recording of this length, by the rules of `planWindows`: in order, those of one track
 * without overlap, none longer than the maximum, each file around its window and not much longer. A gap between two is possible at the cut
 * of an edit list.
 */
export function isSoundPlan({ durationMs, windows }: { durationMs: number; windows: readonly ToldWindow[] }): boolean {
  const ends = new Map<number, number>();
  let begun = 0;
  for (const { track = 0, startMs, endMs, audioStartMs, audioEndMs } of windows) {
    const inOrder =
      startMs >= begun &&
      startMs >= (ends.get(track) ?? 0) &&
      endMs > startMs &&
      endMs <= durationMs + SOUND_WINDOW_REACH_MS;
    const short = endMs - startMs <= WINDOW_MS + WINDOW_TAIL_MS_MIN;
    const reachMs = WINDOW_OVERLAP_MS + SOUND_WINDOW_REACH_MS;
    // Rounding at the cut of an edit list may end a file some frames before its window does.
    const around =
      audioStartMs >= startMs - reachMs &&
      audioStartMs < endMs &&
      audioEndMs <= endMs + reachMs &&
      audioEndMs > Math.max(startMs, audioStartMs);
    if (!inOrder || !short || !around) return false;
    begun = startMs;
    ends.set(track, endMs);
  }
  return windows.length > 0;
}
