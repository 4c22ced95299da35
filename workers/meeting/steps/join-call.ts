import { invariant } from "#app/domain/invariant.ts";
import { currentRoomKey } from "#app/domain/meeting/link/room-secret.ts";
import { recordingPrefix } from "#app/server/storage/keys.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { projectionOf } from "#workers/meeting/publish/list-subscriber.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * It is time: one of the plan's recordings is taken, the call object is asked to be there, and the meeting stands on the call's
 * recording before it knows of it. Every part may be done twice.
 */
export async function joinCall(step: StepOf<"join-call">): Promise<void> {
  const { deps, effect, meeting, sql } = step;
  const { run } = effect;
  const place = meeting.state.call?.place;
  invariant(place !== undefined, "a meeting without a call joins one");
  const reserved = await deps.lists.reserveRecording(meeting);
  if (reserved === null) {
    deps.log("meeting.call.limit", { meetId: meeting.meetId });
    step.finish({ type: "call-refused", run, reason: "limit" });
    return;
  }
  const { platform, url, ownerFirstName, here, waitMinutes, soundOnly } = place;
  const { meetId, createdBy, recordingId: before, details } = meeting;
  const { startsAt, language } = details;
  const roomKey = currentRoomKey(place);
  // A call is one person's, whatever workspace their meetings are in.
  const bot = {
    ownerUserId: createdBy,
    ownerFirstName,
    asker: reserved.asker,
    language,
    url,
    ...(here ? { here } : {}),
    ...(waitMinutes ? { waitMinutes } : {}),
    ...(soundOnly ? { soundOnly } : {}),
  };
  // Later runs have left a call, on whose recording other meetings of the person may stand.
  const own = run === 1 ? { recordingId: before } : {};
  const joined = await deps.calls.join({ meetId, ...bot, startsAt, platform, roomKey, ...own });
  const { callId, recordingId } = joined;
  const projection = projectionOf(sql);
  if (projection) {
    const { beforeIsFree } = await deps.lists.adoptRecording(projection, { before, joined });
    if (beforeIsFree) await deps.store.removeAll(recordingPrefix(before));
  }
  step.finish(
    { type: "call-joined", run, callId },
    { write: (sql) => void sql.exec("UPDATE meeting SET recording_id = ?", recordingId) },
  );
  const call = readAlive(sql)?.alive.state.call;
  if (call?.callId === callId) return;
  // Cancelled, changed or deleted while the call was asked: the answer is no longer wanted.
  await deps.calls.leave(callId, meetId);
  if (readAlive(sql) === null) await deps.lists.tombstone({ ...meeting, recordingId }, meeting.sequence + 1);
  await deps.lists.releaseUsage(meeting, "discarded");
}
