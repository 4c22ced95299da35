import { isSettled } from "#app/domain/meeting/state-rules.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { isStandIn, readAlive, takesRetry } from "#workers/meeting/view.ts";

/**
 * A failed step is asked for once more; minutes that stand in for a model's are written anew. What was released when it failed
 * counts again from here on: "limit-reached" where the plan of its owner has no place for it.
 */
export async function retryMeeting(
  { lists, now }: Pick<MeetingDeps, "lists" | "now">,
  storage: DurableObjectStorage,
): Promise<Outcome<null, "not-found" | "not-retryable" | "limit-reached">> {
  const row = readAlive(storage.sql);
  if (!row) return refused("not-found");
  const { state } = row.alive;
  const rewrite = isStandIn(storage.sql, state);
  if (!takesRetry(storage.sql, state)) return refused("not-retryable");
  if (!isSettled(state) && !(await lists.chargeUsage(row))) return refused("limit-reached");
  applyEvent(storage, { type: rewrite ? "rewrite-asked" : "retry-asked" }, { now: now() });
  return ok(null);
}
