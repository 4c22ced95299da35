import { useSyncExternalStore } from "react";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import type { SessionPhase } from "#app/features/here/session/session-state.ts";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";

type Shown = Pick<MeetingHead, "meetId" | "status" | "call">;

/**
 * The status that a meeting's page shows. Once a recording of a browser was stopped, nothing is recorded, though the server still waits for
 * its rest. `phase`: of the recording in this tab.
 */
export function shownStatus(
  { status, call }: Pick<Shown, "status" | "call">,
  phase: SessionPhase | null,
): MeetingStatus {
  if (status !== "RECORDING" || call?.platform !== "here") return status;
  return call.stopping || phase === "stopping" || phase === "kept" || phase === "over" ? "RECORDED" : status;
}

const never = () => () => {};

export function useShownStatus(head: Shown): MeetingStatus {
  const session = useCurrentSession();
  const own = session?.meetId === head.meetId ? session : null;
  const readPhase = () => own?.state().phase ?? null;
  return shownStatus(
    head,
    useSyncExternalStore(own?.subscribe ?? never, readPhase, () => null),
  );
}
