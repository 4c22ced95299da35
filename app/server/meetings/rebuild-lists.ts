import { REBUILD_PAGE_KEYS } from "#app/domain/limits/requests.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { meetIdOfBirthNote, MEETINGS_PREFIX } from "#app/server/storage/keys.ts";

/** One page of a rebuild; `cursor` is where the next goes on, null at the end. */
export type RebuiltPage = {
  /** Rows that are there now. */
  rebuilt: number;
  /** Meetings that were removed: they have no row to come back. */
  gone: number;
  /** A note without a meeting: a submit that broke off before its object was made. Nothing is removed here. */
  neverBegan: number;
  failed: number;
  cursor: string | null;
};

/**
 * D §4: makes the rows of D1 again from the meeting objects. Objects cannot be enumerated, so the birth notes in R2 say
 * which there are. One page a call, because a request may only ask so much; it may be repeated at any time.
 */
export async function rebuildLists(
  { store, meetings, log }: Pick<Services, "store" | "meetings" | "log">,
  cursor: string | null,
): Promise<RebuiltPage> {
  const page = await store.list(MEETINGS_PREFIX, cursor, REBUILD_PAGE_KEYS);
  const counts = { rebuilt: 0, gone: 0, neverBegan: 0, failed: 0 };
  for (const key of page.keys) {
    const meetId = meetIdOfBirthNote(key);
    if (meetId === null) continue;
    try {
      counts[OUTCOMES[await meetings.restore(meetId)]] += 1;
    } catch (error) {
      // The others must not wait for one that cannot be asked now; the count says that a run has to be repeated.
      counts.failed += 1;
      log("rebuild.meeting.failed", { meetId, error: faultOf(error) });
    }
  }
  log("rebuild.page.done", { ...counts, more: page.cursor !== null });
  return { ...counts, cursor: page.cursor };
}

const OUTCOMES = { restored: "rebuilt", gone: "gone", unknown: "neverBegan" } as const;
