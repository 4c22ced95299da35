import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareState } from "#app/contracts/meeting/share.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import { askPlainly } from "#tests/support/ask-plainly.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";

/** Rate limits of meeting and shared pages, links under another secret, and deletion without JavaScript, on the bundled Worker. */
const CALLS_MAX = 3;

let acta: KillableActa;

beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: CALLS_MAX });
}, 120_000);

afterAll(() => acta.stop());

async function cookieOfSomebody(): Promise<string> {
  return (await makeUser(acta.inside.database)).cookie;
}

type Asked = { method: string; path: string; headers?: Record<string, string>; json?: object };

async function ask({
  method,
  path: at,
  headers = {},
  json,
}: Asked): Promise<{ status: number; retryAfter: string | null }> {
  const body = json === undefined ? null : new TextEncoder().encode(JSON.stringify(json));
  const type: Record<string, string> = json === undefined ? {} : { "Content-Type": "application/json" };
  const asked = { method, headers: { Origin: acta.origin, ...type, ...headers }, body };
  const answer = await askPlainly(`${acta.origin}${at}`, asked);
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After") };
}

const MINUTE_MS = RATE_PERIOD_S * 1000;
/** Longer than the few calls of a test take on a busy machine, in ms. */
const ROOM_MS = 10_000;

/** The local rate limits restart with each minute of the clock: a test that might cross its end waits for the next minute. */
async function inOneMinute(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < ROOM_MS) await sleep(left);
}

const MEETING = `/api/acta/meetings/${newMeetId()}`;

/** The meeting does not exist: the limit also applies to calls for missing meetings. */
const BY_PERSON: Asked[] = [
  { method: "DELETE", path: MEETING },
  { method: "POST", path: `${MEETING}/retry` },
  { method: "POST", path: `${MEETING}/shares` },
  { method: "PATCH", path: `${MEETING}/shares`, json: { titleShown: true } },
  { method: "DELETE", path: `${MEETING}/shares` },
  { method: "POST", path: `${MEETING}/shares/renew` },
  { method: "POST", path: `${MEETING}/chat`, json: { question: "Why?" } },
  { method: "POST", path: `${MEETING}/chat/stop` },
  { method: "POST", path: `${MEETING}/chat/clear` },
  { method: "POST", path: `${MEETING}/summary`, json: {} },
  { method: "POST", path: `${MEETING}/versions/1`, json: {} },
  { method: "POST", path: `${MEETING}/speakers`, json: {} },
  { method: "POST", path: `${MEETING}/segments/w0-0`, json: {} },
  { method: "POST", path: `${MEETING}/tasks`, json: {} },
  { method: "POST", path: `${MEETING}/rewrite`, json: {} },
];

describe("a call over the limit of a person is refused with Retry-After", () => {
  beforeEach(inOneMinute, 2 * ROOM_MS);

  test.each(BY_PERSON)("$method $path", async (asked) => {
    const mine = { Cookie: await cookieOfSomebody() };
    for (let call = 1; call <= CALLS_MAX; call += 1) {
      const { status } = await ask({ ...asked, headers: mine });
      expect(status).not.toBe(429);
      expect(status).not.toBe(405);
    }
    expect(await ask({ ...asked, headers: mine })).toEqual({ status: 429, retryAfter: String(RATE_PERIOD_S) });
    // Another person has a limit of their own.
    expect((await ask({ ...asked, headers: { Cookie: await cookieOfSomebody() } })).status).not.toBe(429);
  });
});

const TOKEN = "0".repeat(26);
const BY_NETWORK: Asked[] = ["", "/recording", "/export/md", "/pdf"].map((rest) => ({
  method: "GET",
  path: `/s/${TOKEN}${rest}`,
}));

describe("requests for shared pages over the limit of a network are refused", () => {
  beforeEach(inOneMinute, 2 * ROOM_MS);

  const ofTemplate = { method: "GET", path: `/t/${TOKEN}` };
  test.each([...BY_NETWORK, ofTemplate].map((asked, index) => ({ ...asked, address: `203.0.113.${index + 1}` })))(
    "$method $path",
    async ({ address, ...asked }) => {
      const from = (ip: string) => ({ ...asked, headers: { "CF-Connecting-IP": ip } });
      for (let call = 1; call <= CALLS_MAX; call += 1) expect((await ask(from(address))).status).toBe(404);
      expect(await ask(from(address))).toEqual({ status: 429, retryAfter: String(RATE_PERIOD_S) });
      expect((await ask(from("198.51.100.7"))).status).toBeOneOf([404, 429]);
    },
  );

  test("a page, a file and a recording are counted together", async () => {
    const headers = { "CF-Connecting-IP": "192.0.2.9" };
    const statuses: number[] = [];
    for (const asked of BY_NETWORK) statuses.push((await ask({ ...asked, headers })).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
  });
});

/** A meeting of a new person, with its minutes. */
async function writtenMeeting(title: string): Promise<{ cookie: string; meetId: string }> {
  const cookie = await cookieOfSomebody();
  const upload = await uploadPersistently({
    origin: acta.origin,
    cookie,
    title,
    bytes: new Uint8Array(await readFile(path.join("tests/fixtures", "talk-captions.mp4"))),
    submissionId: title.toLowerCase().replaceAll(" ", "-"),
    msMax: 60_000,
  });
  expect(upload.refusal).toBeNull();
  await eventually(
    () => viewOf(acta, upload.meetId, cookie),
    (view) => view?.head.status === "SUMMARIZED",
    60_000,
  );
  return { cookie, meetId: upload.meetId };
}

test("existing links work under another secret, and their address can be copied only after a renewal", async () => {
  const { cookie, meetId } = await writtenMeeting("Keys of the boathouse");
  // Each on a connection of its own: one that was kept open ends with the server.
  const shares = async (method: string, rest = "") => {
    const headers = { Cookie: cookie, Origin: acta.origin };
    const { bytes } = await askPlainly(`${acta.origin}/api/acta/meetings/${meetId}/shares${rest}`, {
      method,
      headers,
      body: null,
    });
    return shareState.parse(JSON.parse(new TextDecoder().decode(bytes))).link;
  };
  // Each reader has a network of their own, because a network has three calls only.
  let reader = 0;
  const open = (url: string) =>
    askPlainly(url, { method: "GET", headers: { "CF-Connecting-IP": `198.51.100.${(reader += 1)}` }, body: null });
  const given = (await shares("POST"))?.url ?? "";
  expect((await open(given)).status).toBe(200);

  await acta.kill();
  await acta.start({ SHARE_SECRET: "another-secret-than-before-of-forty-letters" });

  expect((await open(given)).status).toBe(200);
  expect(await shares("GET")).toMatchObject({ url: null, parts: expect.any(Array) });
  expect((await open(given)).status).toBe(200);
  const renewed = (await shares("POST", "/renew"))?.url ?? "";
  expect(renewed).toMatch(/\/s\/[0-9a-z]{26}$/);
  expect(renewed).not.toBe(given);
  expect((await open(renewed)).status).toBe(200);
  expect((await open(given)).status).toBe(404);
}, 180_000);

test("without JavaScript the confirmation of a deletion is a form that deletes when it is sent", async () => {
  const { cookie, meetId } = await writtenMeeting("Tide tables of August");
  const page = await (await fetch(`${acta.origin}/history?delete=${meetId}`, { headers: { Cookie: cookie } })).text();
  const form = /<noscript>(<form.*?<\/form>)<\/noscript>/su.exec(page)?.[1] ?? "";
  expect(form).toMatch(/<form[^>]* method="post"/u);
  expect(form).toContain("cannot be undone");
  expect(form).toContain("Delete “Tide tables of August”?");
  expect(form).toContain("does not give back an upload or recording of your plan");
  const action = /action="([^"]+)"/u.exec(form)?.[1] ?? "";
  expect(action).toBe(`/api/acta/meetings/${meetId}`);

  const sent = (Cookie: string) =>
    askPlainly(`${acta.origin}${action}`, {
      method: "POST",
      headers: { Cookie, Origin: acta.origin, "Content-Type": "application/x-www-form-urlencoded" },
      body: null,
    });
  // The form of another person deletes nothing.
  expect((await sent(await cookieOfSomebody())).status).toBe(404);
  const answer = await sent(cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/history"]);
  expect(await viewOf(acta, meetId, cookie)).toBeNull();
}, 180_000);
