import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { LIST_PROGRESS_MS } from "#app/domain/limits/lists.ts";
import { invariant } from "#app/domain/invariant.ts";
import { beginUpload, objectOf } from "#tests/support/upload-meeting.ts";
import { listSubscriber, projectionOf } from "#workers/meeting/publish/list-subscriber.ts";
import { compareRow, noteSaid } from "#workers/meeting/publish/said-row.ts";

test("a row is written again where lists show a change, at once but for the progress of a meeting that is under way", async () => {
  const { meetId } = await beginUpload();
  await runInDurableObject(objectOf(meetId), async (_object, { storage: { sql } }) => {
    const row = projectionOf(sql);
    invariant(row !== null, "the meeting was begun");
    const at = 1_000_000;
    const said = { ...row, status: "TRANSCRIBING" };
    const compare = async (other: object, now = at + 1) => (await compareRow(sql, { ...said, ...other }, now)).kind;
    const first = await compareRow(sql, said, at);
    invariant(first.kind === "changed", "nothing of the kind was said");
    noteSaid(sql, {
      ...first.digests,
      at,
      mayHave: { webhooks: false, connections: false, series: false, teams: false },
    });
    expect(await compare({ sequence: 99 })).toBe("same");
    expect(await compareRow(sql, { ...said, recognisedMs: 5 }, at + 1)).toEqual({
      kind: "waits",
      until: at + LIST_PROGRESS_MS,
    });
    expect(await compare({ recognisedMs: 5 }, at + LIST_PROGRESS_MS)).toBe("changed");
    expect(await compare({ recognisedMs: 5, title: "Another" })).toBe("changed");
    expect(await compare({ recognisedMs: 5, status: "TRANSCRIPTED" })).toBe("changed");
    const ended = await compareRow(sql, row, at);
    invariant(ended.kind === "changed", "another status");
    noteSaid(sql, {
      ...ended.digests,
      at,
      mayHave: { webhooks: false, connections: false, series: false, teams: false },
    });
    expect((await compareRow(sql, { ...row, people: ["Nora"] }, at + 1)).kind).toBe("changed");
  });
});

test("a row whose writing was not answered is written again, also where the meeting is as before by then", async () => {
  const { meetId } = await beginUpload();
  await runInDurableObject(objectOf(meetId), async (_object, { storage: { sql } }) => {
    const rows: string[] = [];
    let isAnswered = true;
    const list = listSubscriber(
      {
        project: async ({ title }) => {
          rows.push(title);
          if (!isAnswered) throw new Error("D1 has the row, and its answer was lost");
          return { retention: null, mayHave: { webhooks: false, connections: false, series: false, teams: false } };
        },
      },
      () => 1_000_000,
    );
    const tell = (title: string) => {
      sql.exec("UPDATE meeting SET details = json_set(details, '$.title', ?)", title);
      return list.tell(sql);
    };
    await tell("Weekly");
    isAnswered = false;
    await expect(tell("Monthly")).rejects.toThrow("lost");
    isAnswered = true;
    await tell("Weekly");
    await tell("Weekly");
    expect(rows).toEqual(["Weekly", "Monthly", "Weekly"]);
  });
});
