import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { CallEnded } from "#app/features/meeting/call/call-ended.tsx";
import { CallLive } from "#app/features/meeting/call/call-live.tsx";
import { CallLobby } from "#app/features/meeting/call/call-lobby.tsx";
import { CallPlanned } from "#app/features/meeting/call/call-planned.tsx";
import { isEndedBadly } from "#app/domain/meeting/status.ts";

/** An online call on its meeting's page, by where it stands. */
export function CallDocument({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  const { call } = head;
  if (!call) return null;
  if (isEndedBadly(head.status)) return <CallEnded head={head} call={call} />;
  if (call.recordingSince !== null) return <CallLive head={head} call={call} hasText={hasText} />;
  if (head.status === "SCHEDULE") return <CallPlanned head={head} call={call} />;
  return <CallLobby head={head} call={call} />;
}
