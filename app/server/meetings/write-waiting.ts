import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type MeetId, randomId } from "#app/domain/ids.ts";
import { meetings } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";

/** One that cannot be written just now does not hold up those after it. */
const TRIED_MAX = 10;

type Needs = Pick<Services, "db" | "edits" | "localModel" | "log">;

/**
 * Each minute on one machine: once its model can write, the meetings that were quoted for want of one are written by it, one after the
 * other, the newest first. Nothing is begun while a meeting is being written: the model answers one question at a time.
 */
export async function writeWaiting({ db, edits, localModel, log }: Needs): Promise<void> {
  if (localModel === null) return;
  try {
    const there = isNull(meetings.deletedAt);
    const waiting = await db
      .select({ id: meetings.id, createdBy: meetings.createdBy })
      .from(meetings)
      // A literal: the index holds only these rows (decision 054).
      .where(and(sql`${meetings.awaitsModel} = 1`, there))
      .orderBy(desc(meetings.startsAt))
      .limit(TRIED_MAX);
    // The model's server is asked only where something waits.
    if (waiting.length === 0 || (await localModel.look()).state !== "ready") return;
    const [writing] = await db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(eq(meetings.status, "LLMING"), there))
      .limit(1);
    if (writing) return;
    for (const { id, createdBy } of waiting) {
      const begun = await edits.correct(id as MeetId, { type: "write-by-model", saveId: randomId() }, createdBy);
      log("model.meeting.begun", { meetId: id, begun: begun.ok });
      if (begun.ok) return;
    }
  } catch (error) {
    // The next minute tries again.
    log("model.meeting.failed", { error: faultOf(error) });
  }
}
