import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { effectKey } from "#app/domain/meeting/effects.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";
import { plannedWindows, savePlanned } from "#workers/meeting/call/planned-recording.ts";
import { openRecording } from "#workers/meeting/steps/open-recording.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { forgetScan } from "#workers/meeting/store/scan.ts";
import { hasGivenTranscript } from "#workers/meeting/store/transcript.ts";

/**
 * A recording in fragments that is too large to be read while somebody waits: one pass over all of it, which notes every so
 * often how far it has come, and goes on from there after a crash. What turns out to be no recording ends the meeting.
 */
export async function scanRecording(step: StepOf<"scan-recording">): Promise<void> {
  const { deps, effect, journal, meeting, signal } = step;
  const scanned = await deps.media.scan(openRecording(step), meeting.details.language, {
    kind: kindOfKey(meeting.uploadKey),
    journal: journal(effectKey(effect)),
    signal,
  });
  const { run } = effect;
  if (!scanned.ok) {
    deps.log("meeting.scan.refused", { meetId: meeting.meetId, reason: scanned.reason });
    step.finish({ type: "recording-lost", run, reason: scanned.reason }, { write: forgetScan });
    return;
  }
  const recording = scanned.value;
  const event: MeetingEvent = {
    type: "recording-scanned",
    run,
    ...plannedWindows(recording, { given: hasGivenTranscript(step.sql) }),
  };
  step.finish(event, {
    write(sql) {
      savePlanned(sql, recording);
      forgetScan(sql);
    },
  });
}
