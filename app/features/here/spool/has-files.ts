import { HERE_FOLDER } from "#app/features/here/spool/opfs-messages.ts";

/** Whether this browser ever kept a recording. Asked on every visit of Home, so it starts no worker and makes no folder. */
export async function hasRecordingsFolder(): Promise<boolean> {
  try {
    const root = await navigator.storage?.getDirectory();
    await root?.getDirectoryHandle(HERE_FOLDER);
    return root !== undefined && typeof Worker !== "undefined";
  } catch {
    // There is none, or the browser keeps no files here.
    return false;
  }
}
