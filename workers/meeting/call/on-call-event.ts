import { isFresh } from "#app/domain/meeting/call-fact.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import { toMeetingEvent } from "#app/domain/meeting/events.ts";
import type { MeetingState, TranscriptSource, WindowSpan } from "#app/domain/meeting/states.ts";
import { nameSpeakers } from "#app/domain/transcript/call-speakers.ts";
import type { CallEventAnswer } from "#app/server/ports/meeting-process.ts";
import { callScreenshotKey } from "#app/server/storage/keys.ts";
import type { InspectedRecording, MeetingDeps } from "#workers/meeting/deps.ts";
import { forgetCallWindows, saveCallWindow } from "#workers/meeting/store/call.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { saveCaptionTrack, savePlan } from "#workers/meeting/store/text-sources.ts";
import { forgetRecognised } from "#workers/meeting/store/transcript.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Turns an event of the call object into an event of the machine; data too large for a state is stored beside it. */
export async function onCallEvent(
  deps: Pick<MeetingDeps, "store" | "log" | "now">,
  storage: DurableObjectStorage,
  published: PublishedCallEvent,
): Promise<CallEventAnswer> {
  const unknown = refusalOf(storage, published);
  if (unknown !== null) return unknown;
  const screenshot = await hasScreenshot(deps, storage, published);
  // The meeting may have changed while the store was asked.
  const refusal = refusalOf(storage, published);
  if (refusal !== null) return refusal;
  applyEvent(storage, toMeetingEvent(published, screenshot), {
    now: deps.now(),
    ...(published.type === "moved" ? { changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } } } : {}),
    write(sql) {
      if (published.type === "moved") {
        forgetCallWindows(sql);
        forgetRecognised(sql);
        return;
      }
      if (published.type !== "window") return;
      const { aliases = {}, people = [] } = readAlive(sql)?.alive.state.call ?? {};
      const { stretches } = nameSpeakers(published.speakers, { aliases, taken: people.map(({ label }) => label) });
      saveCallWindow(sql, { ...published, speakers: stretches });
    },
  });
  return "taken";
}

/** Null when the event is to be taken. */
function refusalOf(storage: DurableObjectStorage, published: PublishedCallEvent): CallEventAnswer | null {
  const state = readAlive(storage.sql)?.alive.state;
  const call = state?.call;
  if (!state || !call || (call.callId !== null && call.callId !== published.callId)) return "gone";
  // The answer to our join request is still under way.
  if (call.callId === null) return isToJoin(state) ? "not-yet" : "gone";
  if (isFinal(state)) return "gone";
  if (!isFresh(call, published)) return "taken";
  return state.status === "TORECORD" && (published.type === "window" || published.type === "stored") ? "not-yet" : null;
}

function isToJoin({ status }: MeetingState): boolean {
  return status === "SCHEDULE" || status === "TORECORD";
}

/** Nothing of the call is wanted any more. */
function isFinal({ status }: MeetingState): boolean {
  return status === "REJECTED" || status === "ERROR_RECORDED";
}

async function hasScreenshot(
  { store, log }: Pick<MeetingDeps, "store" | "log">,
  { sql }: DurableObjectStorage,
  published: PublishedCallEvent,
): Promise<boolean> {
  const row = readAlive(sql);
  if (!row || (published.type !== "rejected" && published.type !== "failed")) return false;
  try {
    return (await store.head(callScreenshotKey(row.recordingId))) !== null;
  } catch {
    // The reason of the failure matters more than its picture.
    log("meeting.call.screenshot-unknown", { meetId: row.meetId });
    return false;
  }
}

/**
 * The machine's facts about a recording whose windows are planned. Captions, and a transcript that was given beside it, count
 * as one window over the whole of it. A given transcript takes precedence over captions.
 */
export function plannedWindows(
  { durationMs, plan, captionTrack, isCut }: InspectedRecording,
  { given }: { given: boolean },
): { durationMs: number; transcriptSource: TranscriptSource; windows: WindowSpan[]; isCut?: true } {
  const cut = isCut && { isCut };
  if (given || captionTrack !== null) {
    const transcriptSource = given ? "given" : "captions";
    return { durationMs, transcriptSource, windows: [{ index: 0, startMs: 0, endMs: durationMs }], ...cut };
  }
  const windows = plan.map(spanOf);
  return { durationMs, transcriptSource: "speech", windows, ...cut };
}

/** A window without its bytes. */
export function spanOf({ index, track, startMs, endMs }: WindowSpan): WindowSpan {
  return { index, startMs, endMs, ...(track !== undefined && { track }) };
}

export function savePlanned(sql: SqlStorage, { plan, captionTrack }: InspectedRecording): void {
  savePlan(sql, plan);
  if (captionTrack) saveCaptionTrack(sql, captionTrack);
}
