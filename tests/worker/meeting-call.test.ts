import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, recordings, usageLedger } from "#app/server/db/schema.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { marksOf } from "#tests/support/marked-recording.ts";
import { type CallBench, onCallBench, ROOM } from "#tests/support/call-bench.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const db = openDatabase(env.DB);

async function usageOf(meetId: MeetId) {
  const [row] = await db
    .select()
    .from(usageLedger)
    .where(and(eq(usageLedger.meetId, meetId), eq(usageLedger.kind, "recording")));
  return row?.state;
}

async function rowOf(meetId: MeetId) {
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  return row;
}

async function referencesOf(recordingId: string) {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, recordingId));
  return row && { references: row.references, gone: row.deletedAt !== null };
}

const FILE = { key: "recordings/x/call-1.mp4", version: { sizeBytes: 1000, etag: "etag-of-the-file" } };

/** The call is joined, and recorded from now on. */
async function recording({ run, tell, clock }: CallBench) {
  await run();
  await tell({ type: "recording", startedAt: clock.now });
}

test("an invited meeting is joined, recorded, recognised while it goes on, and summarised when it ends", async () => {
  const speech = standInForSpeech();
  await onCallBench({}, async (bench) => {
    const { birth, asked, call, run, tell, tellWindow, finish, view, clock } = bench;
    expect(view()?.head).toMatchObject({
      status: "TORECORD",
      source: "invite",
      call: { platform: "jitsi", link: ROOM.link },
    });
    expect(await usageOf(birth.meetId)).toBeUndefined();
    await run();
    expect(asked).toEqual([
      expect.objectContaining({
        meetId: birth.meetId,
        ownerFirstName: "Nora",
        url: ROOM.url,
        platform: "jitsi",
        roomKey: ROOM.roomKey,
      }),
    ]);
    expect(view()?.head).toMatchObject({ status: "TORECORD", call: { door: "connecting" } });
    expect(await usageOf(birth.meetId)).toBe("reserved");
    expect(await rowOf(birth.meetId)).toMatchObject({ recordingId: call.recordingId, platform: "jitsi" });
    expect(await referencesOf(call.recordingId)).toEqual({ references: 1, gone: false });

    expect(await tell({ type: "door", door: "waiting" })).toBe("taken");
    expect(view()?.head.call).toMatchObject({ door: "waiting", doorSince: clock.now, doorUntil: clock.now + 900_000 });
    await run();
    expect(await usageOf(birth.meetId)).toBe("reserved");

    clock.now += 60_000;
    expect(await tell({ type: "recording", startedAt: clock.now })).toBe("taken");
    expect(view()?.head).toMatchObject({ status: "RECORDING", call: { door: null, recordingSince: clock.now } });
    await run();
    expect(await usageOf(birth.meetId)).toBe("counted");
    await tell({
      type: "people",
      count: 3,
      people: [{ id: "1", name: "Vera Pons", label: "Vera Pons", spokenMs: 900 }],
    });
    expect(view()?.head.call).toMatchObject({ count: 3, people: [{ name: "Vera Pons", spokenMs: 900 }] });

    await tellWindow(0, 0, 30_000);
    expect(view()?.head).toMatchObject({ status: "RECORDING", wantedMs: 30_000, recognisedMs: 0 });
    await run();
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(30));
    await tellWindow(1, 30_000, 60_000);
    await run();
    expect(view()?.head.status).toBe("RECORDING");
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(60));
    await tell({ type: "stopping" });
    expect(view()?.head.call?.stopping).toBe(true);

    await tellWindow(2, 60_000, 72_000);
    await tell({ type: "ended", end: "stopped", durationMs: 72_000, gaps: [] });
    expect(view()?.head).toMatchObject({
      status: "TRANSCRIBING",
      durationMs: 72_000,
      call: { stopping: false, stoppedAt: clock.now, end: "stopped" },
    });
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", playable: false, gaps: [] });
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(72));

    expect(await tell({ type: "stored", ...FILE, durationMs: 72_000 })).toBe("taken");
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", playable: true, durationMs: 72_000 });
    await run();
    expect(await rowOf(birth.meetId)).toMatchObject({
      status: "SUMMARIZED",
      platform: "jitsi",
      participants: 3,
      durationMs: 72_000,
      source: "invite",
    });
    expect(view()?.head.timeline.map(({ status }) => status)).toEqual([
      "TORECORD",
      "RECORDING",
      "TRANSCRIBING",
      "TRANSCRIPTED",
      "LLMING",
      "SUMMARIZED",
    ]);
  });
  expect(speech.asked).toHaveLength(3);
});
