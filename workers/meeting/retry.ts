import { isRetryable } from "#app/domain/meeting/states.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { applyEvent } from "#workers/meeting/store.ts";
import { isStandIn, readAlive } from "#workers/meeting/view.ts";

/** A failed step is asked for once more; minutes that stand in for a model's are written anew. */
export function retryMeeting(storage: DurableObjectStorage, now: number): Outcome<null, "not-found" | "not-retryable"> {
  const row = readAlive(storage.sql);
  if (!row) return refused("not-found");
  const { state } = row.alive;
  const rewrite = isStandIn(storage.sql, state);
  if (!rewrite && !isRetryable(state)) return refused("not-retryable");
  applyEvent(storage, { type: rewrite ? "rewrite-asked" : "retry-asked" }, { now });
  return ok(null);
}
