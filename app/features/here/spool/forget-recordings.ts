import { hasRecordingsFolder } from "#app/features/here/spool/has-files.ts";
import { opfsStore } from "#app/features/here/spool/opfs-store.ts";
import { unsentNotes } from "#app/features/here/spool/recording-about.ts";
import { forgetAccount, openWaiting } from "#app/features/here/spool/recording-spool.ts";

/** Removes all recordings of an account from this browser: the account is deleted. */
export async function forgetRecordingsOf(userId: string): Promise<void> {
  if (await hasRecordingsFolder()) await forgetAccount({ store: opfsStore(), userId });
}

/** Whether a part of a recording of this account, or a note, is only in this browser. */
export async function hasWaitingRecordings(userId: string): Promise<boolean> {
  if (!(await hasRecordingsFolder())) return false;
  const recordings = await openWaiting({ store: opfsStore(), userId });
  return recordings.some((spool) => spool.waiting().length > 0 || unsentNotes(spool.about()).length > 0);
}
