import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { call } from "#tests/support/api.ts";
import { askLive, ORIGIN } from "#tests/support/live-page.ts";
import { makeLong, meetingWithMinutes } from "#tests/support/long-meeting.ts";
import { type Costs, costsOf } from "#tests/support/request-costs.ts";

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
  let sequence = "";
  const page = await costsOf(async () => {
    const html = await read(`/${meetId}`);
    sequence = /"sequence",(\d+)/.exec(html)?.[1] ?? /sequence\\?":(\d+)/.exec(html)?.[1] ?? "";
  });
  expect(sequence).not.toBe("");
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
  process.stdout.write(`${JSON.stringify(parts)}\n`);
  expect(sum(({ rows, objectRows }) => rows + objectRows)).toBeLessThanOrEqual(300);
  expect(sum(({ trips }) => trips)).toBeLessThanOrEqual(8);
  expect(Math.max(...parts.map(({ sequence }) => sequence))).toBeLessThanOrEqual(2);
});
