import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, usageLedger } from "#app/server/db/schema.ts";
import { fixture } from "#tests/support/fixture.ts";
import { objectOf, uploadRecording } from "#tests/support/upload-meeting.ts";

const OWNER = { kind: "owner" } as const;

async function workUntilQuiet(meetId: MeetId) {
  for (let turn = 0; turn < 20; turn += 1) if (!(await runDurableObjectAlarm(objectOf(meetId)))) return;
}

const db = () => openDatabase(env.DB);

test("a recording with captions becomes a transcript and a summary without any speech engine", async () => {
  const { meetId, outcome } = await uploadRecording(await fixture("talk-captions.mp4"));
  expect(outcome).toEqual({ ok: true, value: null });
  await workUntilQuiet(meetId);

  const view = await objectOf(meetId).view(OWNER);
  expect(view?.head).toMatchObject({ status: "SUMMARIZED", reason: null, transcriptSource: "captions", gaps: [] });
  expect(view?.head.timeline.map(({ status }) => status)).toEqual([
    "TORECORD",
    "RECORDED",
    "TRANSCRIBING",
    "TRANSCRIPTED",
    "LLMING",
    "SUMMARIZED",
  ]);
  expect(view?.segments.length).toBeGreaterThan(3);
  expect(view?.summary?.engine.port).toBe("extractive");

  const [row] = await db().select().from(meetings).where(eq(meetings.id, meetId));
  expect(row).toMatchObject({ status: "SUMMARIZED", wantedMs: row?.recognisedMs });
  const [usage] = await db().select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  expect(usage?.state).toBe("counted");
});
