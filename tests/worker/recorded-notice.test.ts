import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type MeetId, newCallId, newMeetId, newRecordingId } from "#app/domain/ids.ts";
import { OBJECTIONS_OF_SENDER_MAX } from "#app/domain/limits/account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { noticeOf, objectToRecording } from "#app/server/recorder/recorded-notice.ts";
import { meetings } from "#app/server/db/schema.ts";
import { insertNotices } from "#app/server/workspace/insert-notices.ts";
import { call, ORIGIN } from "#tests/support/api.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { replacing } from "#tests/support/replacing.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf, objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

const SECRET = "a secret of the tests, long enough to be one";

async function announced() {
  const { userId } = await signIn({ name: "Nora Puig" });
  const birth = await birthOf({ userId });
  await objectOf(birth.meetId).begin(birth);
  const callId = newCallId();
  const notice = () => noticeOf({ secret: SECRET, origin: ORIGIN }, callId);
  const { address, codeHash } = await notice();
  const store = () => insertNotices(openDatabase(env.DB), { codeHash, meetIds: [birth.meetId], now: Date.now() });
  await store();
  return { userId, birth, url: address, again: async () => (await store(), (await notice()).address) };
}

const object = (url: string, fields: Record<string, string>) =>
  call(url, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: ORIGIN, Host: new URL(ORIGIN).host },
  });

const objectionsOf = async ({ birth, userId }: Awaited<ReturnType<typeof announced>>) =>
  (await objectOf(birth.meetId).view({ kind: "owner", userId }))?.head.privacy?.objections ?? [];

test("the page says for whom Acta records, and nothing else of the meeting", async () => {
  const { url, birth } = await announced();
  const answer = await call(url);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain("Nora");
  for (const secret of ["Puig", birth.details.title, birth.meetId]) expect(page).not.toContain(secret);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow, noarchive",
  });
});

test("a bot that is sent again announces the same address", async () => {
  const { url, again } = await announced();
  expect(await again()).toBe(url);
});

test("an objection is kept in the meeting, and its owner sees it", async () => {
  const meeting = await announced();
  const answer = await object(meeting.url, { name: "Pere", text: "Please delete what I said." });
  expect(answer.status).toBe(200);
  expect(await objectionsOf(meeting)).toMatchObject([{ name: "Pere", text: "Please delete what I said." }]);
});

test("an objection without words is not sent, and the page says so", async () => {
  const meeting = await announced();
  expect((await object(meeting.url, { name: "Pere", text: "  " })).status).toBe(422);
  expect(await objectionsOf(meeting)).toEqual([]);
});

test("an objection that is sent twice is kept once; where a meeting takes no more, the page says so and names an address", async () => {
  const meeting = await announced();
  for (let sent = 0; sent < 2; sent++) await object(meeting.url, { name: "Pere", text: "Number 0" });
  expect(await objectionsOf(meeting)).toHaveLength(1);
  for (let number = 1; number < OBJECTIONS_OF_SENDER_MAX; number++) {
    await object(meeting.url, { name: "Pere", text: `Number ${number}` });
  }
  const refused = await object(meeting.url, { name: "Pere", text: "One more" });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(/Your objection was not stored: .* Write to \S+@\S+/u);
  expect(await objectionsOf(meeting)).toHaveLength(OBJECTIONS_OF_SENDER_MAX);
  // One of those that are kept: nothing is lost by saying so.
  expect((await object(meeting.url, { name: "Pere", text: "Number 0" })).status).toBe(200);
});

test("a person who sends many objections, under many names, takes the place of nobody else's", async () => {
  const meeting = await announced();
  const from = (network: string, name: string) =>
    call(meeting.url, {
      method: "POST",
      body: new URLSearchParams({ name, text: `Delete what I said, says ${name}.` }).toString(),
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: ORIGIN,
        Host: new URL(ORIGIN).host,
        "CF-Connecting-IP": network,
      },
    });
  const statuses: number[] = [];
  for (let number = 0; number <= OBJECTIONS_OF_SENDER_MAX; number++) {
    statuses.push((await from("203.0.113.70", `Nobody ${number}`)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: OBJECTIONS_OF_SENDER_MAX }, () => 200), 409]);
  // More than one meeting kept before, by as many people.
  for (let person = 0; person < 60; person++) {
    await objectOf(meeting.birth.meetId).takeObjection({ name: "Pere", text: `Person ${person}`, sender: `${person}` });
  }
  expect((await from("203.0.113.71", "Pere")).status).toBe(200);
  expect((await objectionsOf(meeting)).at(-1)).toMatchObject({ name: "Pere", text: "Delete what I said, says Pere." });
});

test("unknown, malformed and deleted codes get the same answer", async () => {
  const deleted = await announced();
  await objectOf(deleted.birth.meetId).discard();
  const paths = [deleted.url, `${ORIGIN}/recorded/${"A".repeat(22)}`, `${ORIGIN}/recorded/x`];
  const pages = await Promise.all(
    paths.map(async (path) => {
      const answer = await call(path);
      const main = /<main[\s\S]*<\/main>/u.exec(await answer.text())?.[0];
      return [answer.status, main];
    }),
  );
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  expect(pages[0]?.[0]).toBe(404);
  const objected = await Promise.all(paths.map((path) => object(path, { text: "I object." })));
  expect(objected.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("an objection reaches all who record with the bot, also beside a meeting that does not answer", async () => {
  const db = openDatabase(env.DB);
  const { codeHash, address } = await noticeOf({ secret: SECRET, origin: ORIGIN }, newCallId());
  const { userId } = await signIn({ name: "Nora Puig" });
  const ids: MeetId[] = [];
  for (let number = 0; number < 25; number++) {
    const meetId = newMeetId();
    ids.push(meetId);
    await db.insert(meetings).values({
      id: meetId,
      ...ownedBy(userId),
      recordingId: newRecordingId(),
      title: "All hands",
      startsAt: 1,
      timeZone: "UTC",
      language: "en",
      source: "invite",
      status: "RECORDING",
      sequence: 1,
      createdAt: 1,
      updatedAt: 1,
    });
  }
  await insertNotices(db, { codeHash, meetIds: ids, now: Date.now() });
  const told: string[] = [];
  const deaf = ids.toSorted()[3];
  const services = composeServices(workerEnv, () => undefined);
  const takes = replacing(services.meetings, {
    async takeObjection(meetId) {
      if (meetId === deaf) throw new Error("the object does not answer");
      told.push(meetId);
      return true;
    },
  });
  const code = address.split("/").at(-1) ?? "";
  const sent = { code, name: "Pere", text: "Delete what I said.", network: null };
  await expect(objectToRecording({ ...services, log: () => undefined, meetings: takes }, sent)).rejects.toThrow(
    "does not answer",
  );
  expect(told.toSorted()).toEqual(ids.filter((meetId) => meetId !== deaf).toSorted());
});
