import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { authenticate } from "#app/server/identity/session.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { call } from "#tests/support/api.ts";
import { askLive, ORIGIN } from "#tests/support/live-page.ts";
import { makeLong, meetingWithMinutes } from "#tests/support/long-meeting.ts";
import { type Costs, costsOf } from "#tests/support/request-costs.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import {
  assignSegments,
  correctSegment,
  correctSegments,
  forgetSpeakerNames,
  labelsOf,
  nameSpeaker,
  readSpeakers,
} from "#workers/meeting/store/corrections.ts";
import { removeTranscript } from "#workers/meeting/store/retention.ts";
import { readRecognisedSegments, readSegments, startsOf } from "#workers/meeting/store/transcript.ts";
import { relabel } from "#workers/meeting/store/voices.ts";

/**
 * Counts of what opening a meeting reads: its page, the page's socket, where the transcript is long the whole transcript, and what the page asks for
 * once it is awake (tests/e2e/recording-on-demand.spec.ts). Only an Acta on the reader's own machine is also asked for its language model.
 */

afterEach(() => {
  vi.restoreAllMocks();
});

const BEHIND = ["sent", "words", "last-time"] as const;

type Parts = "page" | "socket" | "transcript" | (typeof BEHIND)[number];

async function opened(meetId: MeetId, cookie: string): Promise<Record<Parts, Costs>> {
  const read = async (path: string) => {
    const answer = await call(path, { cookie });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const sequence = await runInDurableObject(
    objectOf(meetId),
    (_object, { storage }) => storage.sql.exec<{ sequence: number }>("select sequence from meeting").one().sequence,
  );
  const page = await costsOf(async () => {
    await read(`/${meetId}`);
  });
  const socket = await costsOf(async () => {
    const headers = { Upgrade: "websocket", Cookie: cookie, Origin: ORIGIN };
    const answer = await askLive(meetId, headers, `?since=${sequence}`);
    expect(answer.status).toBe(101);
    answer.webSocket?.accept();
    answer.webSocket?.close();
  });
  const ask = (part: string) => costsOf(() => read(`/api/acta/meetings/${meetId}/${part}`));
  return {
    page,
    socket,
    transcript: await ask("transcript"),
    sent: await ask("sent"),
    words: await ask("words"),
    "last-time": await ask("last-time"),
  };
}

test("opening a meeting of four hours reads 300 rows at most in eight trips, one for each request, and two for the socket, which asks again once it is open", async () => {
  const { meetId, cookie, page } = await meetingWithMinutes();
  page.socket.close();
  await makeLong(meetId);
  // The first page after a change makes the copy that is read from then on.
  await opened(meetId, cookie);
  const parts = Object.entries(await opened(meetId, cookie));
  const rows = parts.reduce((sum, [, costs]) => sum + costs.rows + costs.objectRows, 0);
  expect(rows).toBeLessThanOrEqual(300);
  const trips = Object.fromEntries(parts.map(([name, costs]) => [name, costs.trips]));
  expect(trips).toEqual({ page: 1, socket: 2, transcript: 1, sent: 1, words: 1, "last-time": 1 });
  expect(Math.max(...parts.map(([, { sequence }]) => sequence))).toBeLessThanOrEqual(2);
});

test("each range of a recording is one trip", async () => {
  const { meetId, cookie, page } = await meetingWithMinutes();
  page.socket.close();
  const { trips } = await costsOf(async () => {
    const answer = await call(`/api/acta/meetings/${meetId}/recording`, { cookie, headers: { Range: "bytes=0-9" } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });
  expect(trips).toBe(1);
});

test("access that was read with the session answers the first question only, and of its meeting only", async () => {
  const { meetId, cookie, page } = await meetingWithMinutes();
  page.socket.close();
  const needs = { db: openDatabase(env.DB), config: { origin: ORIGIN }, now: Date.now } as Parameters<
    typeof authenticate
  >[1];
  const actorWith = async (opens: MeetId) => {
    const caller = await authenticate(new Request(ORIGIN, { headers: { Cookie: cookie } }), needs, { opens });
    if (!caller) throw new Error("nobody is signed in");
    return caller.actor;
  };
  expect(await accessTo(needs, await actorWith(newMeetId()), meetId)).toMatchObject({ kind: "owner" });
  const actor = await actorWith(meetId);
  await env.DB.prepare("update meetings set created_by = 'somebody', workspace_id = 'somebody' where id = ?")
    .bind(meetId)
    .run();
  expect(await accessTo(needs, actor, meetId)).toMatchObject({ kind: "owner" });
  expect(await accessTo(needs, actor, meetId)).toBeNull();
});

test("the copy of a transcript is what its rows say, after each change, and goes with them", async () => {
  const { meetId, page } = await meetingWithMinutes();
  page.socket.close();
  await runInDurableObject(objectOf(meetId), (_object, { storage }) => {
    const { sql } = storage;
    const kept = () => sql.exec("select part from transcript_copy").toArray().length;
    const fresh = () => {
      sql.exec("delete from transcript_copy");
      return { speakers: readSpeakers(sql), segments: correctSegments(sql, readRecognisedSegments(sql)) };
    };
    const copied = () => {
      readSegments(sql);
      expect(kept()).toBe(3);
      return { speakers: readSpeakers(sql), segments: readSegments(sql) };
    };
    const [first, second] = readSegments(sql);
    if (!first || !second) throw new Error("no transcript");
    const who = { by: "somebody", at: 1 };
    const changes = [
      () => correctSegment(sql, { id: first.id, text: "Corrected.", ...who }),
      () => assignSegments(sql, { ids: [first.id, second.id], label: "Voice 9", ...who }),
      () => nameSpeaker(sql, { label: "Voice 9", name: "Marta", by: "somebody" }),
      () => relabel(sql, new Map([[second.id, "Voice 2"]])),
      () => forgetSpeakerNames(sql),
    ];
    for (const change of changes) {
      copied();
      change();
      expect(kept()).toBe(0);
      const after = copied();
      const places = startsOf(sql, [first.id, "nowhere"]);
      const labels = labelsOf(sql, [first.id, second.id, "nowhere"]);
      expect(fresh()).toEqual(after);
      expect([startsOf(sql, [first.id, "nowhere"]), labelsOf(sql, [first.id, second.id, "nowhere"])]).toEqual([
        places,
        labels,
      ]);
    }
    copied();
    storage.transactionSync(() => removeTranscript(sql, 2));
    expect([kept(), readSegments(sql), kept()]).toEqual([0, [], 0]);
  });
});
