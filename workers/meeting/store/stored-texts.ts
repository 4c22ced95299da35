import type { RecordingId } from "#app/domain/ids.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import { recordingTextsPrefix } from "#app/server/storage/keys.ts";
import { storedJson } from "#workers/durable/stored-json.ts";

/**
 * The texts of windows that stand under a recording already, because somebody paid for them before. They are listed once in
 * an object's life instead of being looked for window by window: an hour would cost twelve more reads, each in vain.
 */
export interface StoredTexts {
  /**
   * The text under a key, or null. `first`: nobody of this meeting has asked the engine for it yet, so that only another
   * meeting can have stored it, and the list is believed.
   */
  read(recordingId: RecordingId, key: string, first: boolean): Promise<string | null>;
}

export function storedTexts(store: RecordingStore): StoredTexts {
  let listed: Promise<ReadonlySet<string>> | null = null;
  return {
    async read(recordingId, key, first) {
      if (first) {
        listed ??= listKeys(store, recordingTextsPrefix(recordingId)).catch((error: unknown) => {
          listed = null;
          throw error;
        });
        if (!(await listed).has(key)) return null;
      }
      return store.getText(key);
    },
  };
}

async function listKeys(store: RecordingStore, prefix: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<RecordingStore["list"]>> = await store.list(prefix, cursor);
    for (const key of page.keys) keys.add(key);
    ({ cursor } = page);
  } while (cursor !== null);
  return keys;
}

/** The JSON columns of the table `meeting`. A change of a shape that earlier code has stored needs an upgrade here, with a test. */
export const STORED_STATE = storedJson<MeetingState>("meeting state", []);
export const STORED_DETAILS = storedJson<MeetingDetails>("meeting details", []);
