import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type MeetId, newUserId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { listHere } from "#app/server/meetings/record-here.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { projectionOf } from "#tests/support/list-projection.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { sessionActor } from "#tests/support/session-actor.ts";

test("the unfinished recordings of a browser are found by themselves, and not among all meetings", async () => {
  const userId = newUserId();
  const { services: counted, rowsRead } = countedDatabase();
  await seedManyMeetings(userId, 2000, "here-");
  const unfinished: MeetId[] = [];
  for (const status of ["TORECORD", "RECORDING", "SUMMARIZED"]) {
    const projection = projectionOf(userId, { status, platform: "here", source: "here", startsAt: 5000 });
    await projectMeeting(openDatabase(env.DB), projection);
    if (status !== "SUMMARIZED") unfinished.push(projection.meetId);
  }
  const record = { status: "ready", tracks: [], startedAt: 1, isWaiting: false, finishesAt: null } as const;
  const here = { readHere: async () => record } as never;
  const listed = () => listHere({ ...counted, here }, sessionActor(userId));
  await listed();
  await rowsRead();
  const { recordings } = await listed();
  expect(recordings.map(({ meetId }) => meetId).toSorted()).toEqual(unfinished.toSorted());
  expect(await rowsRead()).toBeLessThan(30);
});
