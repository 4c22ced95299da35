import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { forgetEarlierUpload, readEarlierUploads } from "#workers/meeting/store-uploads.ts";

/**
 * A submit that was made again has a key of its own each time, and the bytes of an earlier one may have landed with only
 * their answer lost. Only keys that this meeting itself gave out go, and only once another has been accepted.
 */
export async function removeEarlierUploads({ store }: Pick<MeetingDeps, "store">, sql: SqlStorage): Promise<void> {
  for (const key of readEarlierUploads(sql)) {
    await store.remove(key);
    forgetEarlierUpload(sql, key);
  }
}
