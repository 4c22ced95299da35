import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import { callWindowKey } from "#app/server/storage/keys.ts";
import { callBirth, newCall } from "#tests/support/call-bench.ts";
import { markedSound } from "#tests/support/marked-recording.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";

/** For worker tests: a real meeting object whose call the test plays. */

export const WINDOW_MS = 30_000;

/** A meeting whose bot is in the lobby. Planned for later, so that no bot is ordered meanwhile. */
export async function callInLobby(ownerUserId: string) {
  const { callId, recordingId } = newCall();
  const birth = callBirth({ startsAt: Date.now() + 86_400_000 }, ownerUserId);
  const object = objectOf(birth.meetId);
  await object.begin(birth);
  await runInDurableObject(object, (_object, { storage }) => {
    applyEvent(storage, { type: "call-due", run: 1 }, { now: Date.now() });
    applyEvent(
      storage,
      { type: "call-joined", run: 1, callId },
      {
        now: Date.now(),
        done: "1/join-call",
        write: (sql) => void sql.exec("UPDATE meeting SET recording_id = ?", recordingId),
      },
    );
  });
  let turn = 0;
  type Untold<Published> = Published extends PublishedCallEvent ? Omit<Published, "callId" | "turn" | "at"> : never;
  const tell = (published: Untold<PublishedCallEvent>) => {
    turn += 1;
    return object.onCallEvent({ ...published, callId, turn, at: Date.now() });
  };
  return {
    meetId: birth.meetId,
    object,
    tell,
    tellWindow: async (index: number) => {
      const startMs = index * WINDOW_MS;
      const endMs = startMs + WINDOW_MS;
      const audioStartMs = Math.max(0, startMs - 2000);
      await env.RECORDINGS.put(callWindowKey(recordingId, index), markedSound(audioStartMs, endMs));
      const sound = { audioStartMs, audioEndMs: endMs, silences: [], speakers: [] };
      expect(await tell({ type: "window", index, startMs, endMs, ...sound })).toBe("taken");
    },
  };
}
