import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
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

/** Counts of what opening a meeting reads: its page, the page's socket and, where the transcript is long, the whole transcript. */

afterEach(() => {
  vi.restoreAllMocks();
});

async function opened(meetId: MeetId, cookie: string): Promise<Record<"page" | "socket" | "transcript", Costs>> {
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
  const transcript = await costsOf(() => read(`/api/acta/meetings/${meetId}/transcript`));
  return { page, socket, transcript };
}

test("opening a meeting of four hours reads 300 rows at most, in eight trips, two of them in sequence", async () => {
  const { meetId, cookie, page } = await meetingWithMinutes();
  page.socket.close();
  await makeLong(meetId);
  // The first page after a change makes the copy that is read from then on.
  await opened(meetId, cookie);
  const parts = Object.values(await opened(meetId, cookie));
  const sum = (of: (costs: Costs) => number) => parts.reduce((total, costs) => total + of(costs), 0);
  expect(sum(({ rows, objectRows }) => rows + objectRows)).toBeLessThanOrEqual(300);
  expect(sum(({ trips }) => trips)).toBeLessThanOrEqual(8);
  expect(Math.max(...parts.map(({ sequence }) => sequence))).toBeLessThanOrEqual(2);
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
