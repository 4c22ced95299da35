import { env } from "cloudflare:workers";
import { asc, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { insertFrom, insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { meetingGuests, teamMoves } from "#app/server/db/schema-teams.ts";

const db = openDatabase(env.DB);

test("an insert from a select puts values, expressions and defaults into the columns of their names", async () => {
  const meetId = newMeetId();
  const row = { toldAt: null, addedAt: 7, email: sql`value`, meetId } as const;
  await insertFrom(db, meetingGuests, { row, from: sql`from json_each('["a@x.org","b@x.org"]') where true` });
  const rows = await db.select().from(meetingGuests).orderBy(asc(meetingGuests.email));
  // A null that is given is no default.
  const made = { meetId, addedAt: 7, toldAt: null, startsAt: 0, titleKey: "" };
  expect(rows).toEqual([
    { ...made, email: "a@x.org" },
    { ...made, email: "b@x.org" },
  ]);
});

test("a batch runs its statements in their order, and its results have their names", async () => {
  const meetId = newMeetId();
  const row = { meetId, workspaceId: "w", createdBy: "p", requestedAt: 1, dueAt: 2 };
  const { before, made, again, after } = await namedBatch(db, {
    before: db.select().from(teamMoves),
    made: insertWhere(db, teamMoves, { row, where: sql`1` }).returning({ meetId: teamMoves.meetId }),
    again: insertWhere(db, teamMoves, { row, where: sql`not exists (select 1 from ${teamMoves})` }).returning(),
    after: db.select().from(teamMoves),
  });
  expect([before, made, again]).toEqual([[], [{ meetId }], []]);
  expect(after).toEqual([{ ...row, copyId: null, copyFor: null, attempts: 0 }]);
});
