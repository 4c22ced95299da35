import { countUsage, type In, type Lives, nothing } from "#app/domain/meeting/rules.ts";
import { wholeRecording } from "#app/domain/meeting/call-rules.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { EventOf } from "#app/domain/meeting/events.ts";
import { SOUND_FIRST_LOOK_MS } from "#app/domain/limits/sound-first.ts";
import type { MeetingState, SoundFact, WindowFact } from "#app/domain/meeting/states.ts";

/**
 * The rules of the machine's table that are about sound that comes ahead of its video. Windows are told one by one, as a
 * call's are, and the minutes do not wait for the video; when it comes it is held against the sound.
 */
type Arriving = In<"TORECORD" | "RECORDING">;
/** Statuses in which the video of an upload may still be to come. */
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

/** Its windows are known. Others than before: what had landed of those counts no more, and nothing of it is shown. */
export function soundPlanned(state: Arriving, event: EventOf<"sound-planned">): Lives {
  // One upload pays for the sound of one recording: what a speech engine was asked for is not exchanged for another.
  if (state.call || state.media.kind === "landed" || state.usage === "counted") return nothing(state);
  const { durationMs, windows } = event;
  const run = state.windows.length > 0 ? state.run + 1 : state.run;
  return { state: { ...state, run, windows: [], sound: { durationMs, windows } }, effects: [] };
}

export function soundLanded(state: Arriving, event: EventOf<"sound-landed">, now: number): Lives {
  const { sound, run } = state;
  const { index, startMs, endMs } = event;
  if (!sound || state.media.kind === "landed" || state.windows.some((window) => window.index === index)) {
    return nothing(state);
  }
  const window: WindowFact = { index, startMs, endMs, progress: "wanted" };
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

/** The file is there and can be played. What was heard is not believed to be its sound before both were compared. */
export function videoAccepted(state: BeforeVideo, event: EventOf<"upload-accepted">): Lives {
  const { sound, media } = state;
  if (!sound || sound.video !== undefined || media.kind === "landed") return nothing(state);
  const durationMs = event.durationMs ?? sound.durationMs;
  const { version, isCut } = event;
  const cut = isCut && { isCut };
  const landed = { kind: "landed", version, durationMs, transcriptSource: "speech", ...cut } as const;
  const next: MeetingState = { ...state, media: landed };
  // One that failed and was released is counted when it is transcribed again.
  const { state: counted, effects } = state.usage === "reserved" ? countUsage(next) : nothing(next);
  return { state: counted, effects: [...effects, { type: "compare-sound" }] };
}

/** The same sound: nothing changes. Another: what differs is heard in the video, and the minutes are written again. */
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
  // A meeting that failed for want of its sound has it now.
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

/** Windows that had not landed when the video did were never heard otherwise. */
function differs(state: BeforeVideo, isSame: boolean): boolean {
  return !isSame && state.status !== "RECORDING";
}

/** Nothing more comes. What was heard stays; of a sound that never became whole, what there is of it. */
export function videoMissed(state: BeforeVideo, _event: EventOf<"video-missed">, now: number): Lives {
  const { sound } = state;
  if (!sound || sound.video !== undefined) return nothing(state);
  const known: MeetingState = { ...state, media: { kind: "awaited" }, sound: { ...sound, video: "missing" } };
  if (state.status === "RECORDING") return wholeRecording(known, now);
  return { state: known, effects: soundSpent(known) };
}

/** The sound stays as long as something may still be heard in it: where no video will come, until there is a transcript. */
export function soundSpent({ sound, status }: MeetingState): MeetingEffect[] {
  const hears = status === "RECORDED" || status === "TRANSCRIBING" || status === "ERROR_TRANSCRIPT";
  return sound?.video === "missing" && !hears ? [{ type: "remove-sound", round: 1 }] : [];
}
