import { eq } from "drizzle-orm";
import { parseMeetId } from "#app/domain/ids.ts";
import { meetingClaims, meetings as listed } from "#app/server/db/schema.ts";
import { uses } from "#app/server/workspace/recording-users.ts";
import type { Services } from "#app/server/services.ts";
import { recordingIdOfKey } from "#app/server/storage/keys.ts";

/**
 * Whether a presigned PUT may still write this key: its meeting is there, and the key is the one that it gave out last. The
 * meeting itself answers, because D1 learns of a deletion later. Asked on one machine only: R2 cannot ask.
 */
export async function takesPut({ db, meetings }: Pick<Services, "db" | "meetings">, key: string): Promise<boolean> {
  const recordingId = recordingIdOfKey(key);
  if (recordingId === null) return false;
  // A meeting that has no row yet has a claim, and one that is over has a row.
  const asked = await db
    .select({ id: meetingClaims.meetId })
    .from(meetingClaims)
    .where(eq(meetingClaims.recordingId, recordingId))
    .union(db.select({ id: listed.id }).from(listed).where(uses(recordingId)));
  for (const { id } of asked) {
    const meetId = parseMeetId(id);
    if (meetId !== null && (await meetings.takesPut(meetId, key))) return true;
  }
  return false;
}
