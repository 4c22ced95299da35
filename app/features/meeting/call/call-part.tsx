import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { isCallReason, isEndedBadly, isUnderway } from "#app/domain/meeting/status.ts";
import { PlainProgress } from "#app/features/meeting/document/lazy-parts.tsx";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

export const CallPart = lazyPart(
  lazy(async () => (await import("#app/features/meeting/call/call-document.tsx")).CallDocument, ["call", "progress"]),
  { lost: PlainProgress },
);

const HereKept = lazyPart(
  lazy(async () => (await import("#app/features/meeting/here/here-kept.tsx")).HereKept, ["recordHere"]),
);

/** The parts of the person's own recording that the server did not take, and this browser has. */
export function KeptPart({ meetId, call }: Pick<MeetingHead, "meetId" | "call">) {
  return call?.platform === "here" && <HereKept meetId={meetId} />;
}

export const RecorderPart = lazyPart(
  lazy(async () => (await import("#app/features/meeting/call/call-recorder.tsx")).CallRecorder, ["call"]),
);

type Head = Pick<MeetingHead, "status" | "reason" | "call">;

/** Whether the call has a part of the page of its own: until its text is being finished, or where it came to nothing. */
export function showsCall({ status, reason, call }: Head): boolean {
  if (!call) return false;
  return isUnderway(status) || (isEndedBadly(status) && isCallReason(reason));
}

/** Whether the recorder stands where the player will be. */
export function showsRecorder({ status, call }: Head): boolean {
  return call !== undefined && hasBegun(call) && isUnderway(status);
}

/** Whether nothing has been said yet that could be read. */
export function isBeforeCall({ status, call }: Head): boolean {
  return call !== undefined && !hasBegun(call) && isUnderway(status);
}

/** A browser records before its first piece has arrived. */
function hasBegun({ recordingSince, platform }: NonNullable<Head["call"]>): boolean {
  return recordingSince !== null || platform === "here";
}
