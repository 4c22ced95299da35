import { eq } from "drizzle-orm";
import { parseMeetId } from "#app/domain/ids.ts";
import { meetingClaims } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { recordingIdOfKey } from "#app/server/storage/keys.ts";

/**
 * Whether a presigned PUT may still write this key: its meeting is there, and the key is the one that it gave out last. The
 * meeting itself answers, because D1 learns of a deletion later. Asked on one machine only: R2 cannot ask.
 */
export async function takesPut({ db, meetings }: Pick<Services, "db" | "meetings">, key: string): Promise<boolean> {
  const recordingId = recordingIdOfKey(key);
  if (recordingId === null) return false;
  const claims = db.select({ meetId: meetingClaims.meetId }).from(meetingClaims);
  for (const claim of await claims.where(eq(meetingClaims.recordingId, recordingId))) {
    const meetId = parseMeetId(claim.meetId);
    if (meetId !== null && (await meetings.takesPut(meetId, key))) return true;
  }
  return false;
}
