import { assertNever } from "#app/domain/invariant.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { AskAgainRefusal } from "#app/server/ports/meeting-process.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { applyEvent, readMeeting } from "#workers/meeting/store/store.ts";

/** The bot in the lobby requests admission again; where it has gone because nobody answered, it comes once more. */
export async function askAgain(
  { calls, now }: Pick<MeetingDeps, "calls" | "now">,
  storage: DurableObjectStorage,
): Promise<Outcome<null, AskAgainRefusal>> {
  const row = readMeeting(storage.sql);
  const state = row?.alive?.state;
  if (!row || !state?.call) return refused("not-found");
  if (state.status === "REJECTED") {
    return applyEvent(storage, { type: "asked-again" }, { now: now() }) ? ok(null) : refused("not-at-door");
  }
  if (state.status !== "TORECORD" || state.call.callId === null) return refused("not-at-door");
  const answer = await calls.askAgain(state.call.callId, row.meetId);
  switch (answer) {
    case "asked":
      return ok(null);
    case "not-at-door":
      return refused("not-at-door");
    case "too-soon":
      return refused("asked-lately");
    case "too-often":
      return refused("asked-too-often");
    case "unavailable":
      return refused("unavailable");
    default:
      return assertNever(answer);
  }
}
