import { useState, useSyncExternalStore } from "react";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";

type Listed = Pick<MeetingListItem, "id" | "status" | "platform">;

/** The meetings of a list, where `stoppedId` is the recording that this tab has stopped. */
export function withStopped<Item extends Listed>(meetings: readonly Item[], stoppedId: string | null): Item[] {
  return meetings.map((meeting) =>
    meeting.id === stoppedId && meeting.status === "RECORDING" && meeting.platform === "here"
      ? { ...meeting, status: "RECORDED" }
      : meeting,
  );
}

/** The statuses that a list shows, as `useShownStatus` does for a page. The recording stays stopped when its session is over, until the list is read again. */
export function useShownMeetings<Item extends Listed>(meetings: readonly Item[]): Item[] {
  const session = useCurrentSession();
  const readPhase = () => session?.state().phase ?? null;
  const phase = useSyncExternalStore(session?.subscribe ?? never, readPhase, () => null);
  const [stoppedId, setStoppedId] = useState<string | null>(null);
  const hasStopped = phase === "stopping" || phase === "kept" || phase === "over";
  const ownId = session !== null && hasStopped ? session.meetId : null;
  if (ownId !== null && ownId !== stoppedId) setStoppedId(ownId);
  return withStopped(meetings, stoppedId);
}

const never = () => () => {};
