import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { openSearchTables, saveSearchState } from "#workers/workspace/search/search-tables.ts";
import { writeMeeting } from "#workers/workspace/search/write-meeting.ts";
import { runInTurns } from "#app/domain/turns.ts";

/** For worker tests: writes meetings of a few lines into a workspace's index, as if it had read them, and calls it complete. */
export function fillIndex(
  workspaceId: string,
  meetings: readonly { id: string; owner: string; startsAt: number }[],
): Promise<void> {
  return runInDurableObject(env.WORKSPACES.getByName(workspaceId), async (_object, { storage }) => {
    const state = openSearchTables(storage, workspaceId, 0);
    saveSearchState(storage.sql, { ...state, isComplete: true });
    for (const [index, { id, owner, startsAt }] of meetings.entries()) {
      const line = { kind: "transcript", speaker: "Jonas Vidal", startMs: 0, segmentId: "s1" } as const;
      await writeMeeting(
        storage,
        {
          meetId: id,
          workspaceId: owner,
          createdBy: owner,
          sequence: 1,
          title: "Shared",
          startsAt,
          durationMs: null,
          language: "en",
          source: "upload",
          platform: null,
          people: ["Jonas Vidal"],
          passages: [
            { kind: "person", text: "Jonas Vidal", startMs: null, segmentId: null, speaker: null },
            { ...line, text: `The insurer sends form ${index} back${index === 0 ? ", the oldest" : ""}.` },
          ],
        },
        (work) => runInTurns(work, async () => {}),
      );
    }
  });
}
