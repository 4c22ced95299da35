import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { followUpDraft } from "#app/contracts/follow-up.ts";
import { sentPage } from "#app/contracts/sent.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { TYPED_MAILS_OF_PAIR_MAX } from "#app/domain/limits/mail.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import { typedMails } from "#app/server/db/schema-mail.ts";
import { draftFollowUp } from "#app/server/deliveries/draft-follow-up.ts";
import { sendFollowUp } from "#app/server/deliveries/send-follow-up.ts";
import type { Services } from "#app/server/services.ts";
import { call, ORIGIN, post, refusalOf } from "#tests/support/api.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { outboxOf } from "#workers/compose/engines.ts";

/** The mail to those who were there: written from the minutes, sent by a press, once, and not to those who want none. */

const SOON = { timeout: 20_000, interval: 50 };
const db = openDatabase(env.DB);

/** A person with a meeting whose minutes are ready. */
async function withMinutes() {
  const person = await signIn({ name: "Nora Puig" });
  const answer = await exports.default.fetch(`${ORIGIN}/api/acta/sample`, {
    method: "POST",
    headers: { Cookie: person.cookie, Origin: ORIGIN, "Accept-Language": "en" },
    redirect: "manual",
  });
  const meetId = parseMeetId(answer.headers.get("Location")?.slice(1));
  if (!meetId) throw new Error("the answer leads to no meeting");
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
    expect(row?.status).toBe("SUMMARIZED");
  }, SOON);
  return { ...person, meetId, path: `/api/acta/meetings/${meetId}/follow-up` };
}
const draftOf = async (path: string, cookie: string) =>
  followUpDraft.parse(await (await call(path, { cookie })).json());
const mailsTo = async (...addresses: string[]) =>
  (await outboxOf(workerEnv, () => {}).newest()).filter(({ to }) => addresses.includes(to));
const arrived = (address: string, count = 1) =>
  vi.waitFor(async () => {
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(count);
    return mails;
  }, SOON);
const content = (over: object) => ({
  key: crypto.randomUUID(),
  subject: "Minutes: rice",
  text: "Hello,\n\nTASKS\n- Order the rice (Nora)",
  language: "en",
  ...over,
});

test("a draft says what the minutes say, in the minutes' language or with other words around their lines", async () => {
  const { cookie, path, meetId } = await withMinutes();
  const draft = await draftOf(path, cookie);
  const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
  expect(draft).toMatchObject({ language: "en", minutesLanguage: "en", people: [], isSending: true, sent: [] });
  expect(draft.subject).toContain(row?.title);
  expect(draft.text).toMatch(/^Hello,\n\nhere are the minutes of “/u);
  expect(draft.text).toMatch(/\nTASKS\n- /u);
  expect(draft.text).toMatch(/Best regards,\nNora Puig$/u);
  expect(draft.text).not.toMatch(/Not said|\[\d+:\d\d\]|https?:/u);
  const french = await draftOf(`${path}?language=fr`, cookie);
  expect(french).toMatchObject({ language: "fr", minutesLanguage: "en" });
  expect(french.text).toMatch(/^Bonjour,/u);
  const line = /\nTASKS\n(- .*)/u.exec(draft.text)?.[1] ?? "none";
  expect(french.text).toContain(line);
});

test("a line that is not confirmed carries its mark, and an owner stands only where one was said", async () => {
  const { userId, meetId } = await withMinutes();
  const services = composeServices(workerEnv, () => {});
  const view: typeof services.meetings.view = async (...asked) => {
    const read = await services.meetings.view(...asked);
    if (!read?.summary) return read;
    const items = [
      {
        text: "Order the rice",
        segmentIds: [],
        description: null,
        assigned: "Nora",
        deadline: null,
        unconfirmed: true,
      },
      { text: "Call the clinic", segmentIds: [], description: null, assigned: null, deadline: null },
    ] as const;
    const fields = [{ key: "tasks", title: null, content: { type: "tasks" as const, items: [...items] } }];
    return { ...read, summary: { ...read.summary, fields: fields as never } };
  };
  const asked = { ...services, meetings: { ...services.meetings, view } };
  const draft = await draftFollowUp(asked, sessionActor(userId), { meetId, language: "en" });
  if (!draft.ok) throw new Error(draft.reason);
  expect(draft.value.text).toContain("- Order the rice (Nora) (Not confirmed)\n- Call the clinic\n");
});

test("a press sends one mail to each address, answered to the sender, and stands in what was sent", async () => {
  const { userId, cookie, path, meetId } = await withMinutes();
  const [one, two] = [`one-${meetId}@example.test`, `two-${meetId}@example.test`];
  const body = content({ to: [one, two, one.toUpperCase()] });
  expect((await post(path, cookie, body)).status).toBe(200);
  const [mail] = await arrived(one);
  await arrived(two);
  expect(mail).toMatchObject({ subject: "Minutes: rice", replyTo: `${userId}@example.test` });
  expect(mail?.text).toContain("- Order the rice (Nora)");
  expect(mail?.text).not.toContain(two);
  expect(mail?.text).not.toContain("/s/");
  expect(mail?.html).toContain("Nora Puig");
  // The answer to the press was lost, and the press is repeated; then a second press is a second mail.
  expect((await post(path, cookie, body)).status).toBe(200);
  expect((await post(path, cookie, { ...body, key: crypto.randomUUID(), to: [one] })).status).toBe(200);
  await arrived(one, 2);
  expect(await mailsTo(two)).toHaveLength(1);
  const sent = sentPage.parse(await (await call("/api/acta/sent", { cookie })).json());
  expect(sent.counts.all).toBe(3);
  expect(sent.sent.map(({ kind, to, state }) => [kind, to, state])).toEqual(
    expect.arrayContaining([
      ["follow-up", one, "sent"],
      ["follow-up", two, "sent"],
    ]),
  );
  expect((await draftOf(path, cookie)).sent.map(({ to }) => to).toSorted()).toEqual([one, one, two]);
  // Its words are forgotten, and the addresses go with the meeting.
  const rows = (query: string) =>
    runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => storage.sql.exec(query).toArray());
  expect(await rows("SELECT * FROM follow_ups")).toEqual([]);
  await call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie });
  await vi.waitFor(async () => expect(await rows("SELECT * FROM mails WHERE kind = 'follow-up'")).toEqual([]), SOON);
});

test("with its link a follow-up shares the meeting, and without it the meeting stays private", async () => {
  const { cookie, path, meetId } = await withMinutes();
  const to = `link-${meetId}@example.test`;
  const shared = async () =>
    (await (await call(`/api/acta/meetings/${meetId}/shares`, { cookie })).json<{ link: { url: string } | null }>())
      .link;
  await post(path, cookie, content({ to: [to] }));
  await arrived(to);
  expect(await shared()).toBeNull();
  await post(path, cookie, content({ to: [to], withLink: true }));
  const mails = await arrived(to, 2);
  const link = await shared();
  expect(mails.filter(({ text }) => text.includes(link?.url ?? "none"))).toHaveLength(1);
});

test("an address that was taken out by the link in a follow-up gets no more of them, from any sender", async () => {
  const first = await withMinutes();
  const to = `stops-${first.meetId}@example.test`;
  await post(first.path, first.cookie, content({ to: [to] }));
  const [mail] = await arrived(to);
  const link = mail?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
  const opened = await call(link);
  expect(await opened.text()).toContain("<form");
  const stopped = await call(link, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(stopped.status).toBe(200);
  const second = await withMinutes();
  await post(second.path, second.cookie, content({ to: [to.toUpperCase()] }));
  await vi.waitFor(async () => {
    const { sent, counts } = sentPage.parse(await (await call("/api/acta/sent", { cookie: second.cookie })).json());
    expect(sent).toMatchObject([{ kind: "follow-up", state: "parked", fault: "follow-up-stopped" }]);
    expect(counts.parked).toBe(1);
  }, SOON);
  expect(await mailsTo(to)).toHaveLength(1);
  expect(await mailsTo(to.toUpperCase())).toEqual([]);
});

test("refuses links, too many mails to one address, a sender without a confirmed address, and other people's meetings", async () => {
  const { userId, cookie, path, meetId } = await withMinutes();
  const to = [`limit-${meetId}@example.test`];
  const reason = async (over: object, by = cookie) => {
    const answer = await post(path, by, content({ to, ...over }));
    if (answer.ok) return "sent";
    const { status, code } = await refusalOf(answer);
    return `${status} ${code}`;
  };
  expect(await reason({ text: "Look at https://evil.example" })).toBe("422 follow-up-link");
  expect(await reason({ subject: "www.evil.example" })).toBe("422 follow-up-link");
  expect(await reason({ subject: "Two\r\nBcc: more@evil.example" })).toMatch(/^4/u);
  expect(await reason({ to: ["no address"] })).toMatch(/^4/u);
  expect(await reason({ to: Array.from({ length: 51 }, (_, n) => `${n}-${to[0]}`) })).toMatch(/^4/u);
  expect(await reason({}, (await signIn()).cookie)).toMatch(/^404/u);
  for (let press = 0; press < TYPED_MAILS_OF_PAIR_MAX; press += 1) expect(await reason({})).toBe("sent");
  const other = `other-${to[0]}`;
  expect(await reason({ to: [other, ...to] })).toBe("429 too-many-mails");
  expect(await mailsTo(other)).toEqual([]);
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, userId));
  expect(await reason({ to: [other] })).toBe("409 no-address");
  expect((await draftOf(path, cookie)).replyTo).toBeNull();
});

test("a press whose answer was lost keeps the places of its mails, and again takes no others", async () => {
  const { userId, meetId } = await withMinutes();
  const services = composeServices(workerEnv, () => {});
  const stub = services.followUps.of(userId);
  const lost: Partial<typeof stub> = {
    hasFollowUp: (asked) => stub.hasFollowUp(asked),
    sendFollowUp: async (asked) => {
      await stub.sendFollowUp(asked);
      throw new Error("the answer was lost");
    },
  };
  const to = [`lost-${meetId}@example.test`];
  const pressed = { ...content({ to }), to, language: "en" as const, withLink: false };
  const press = (followUps: Services["followUps"]) =>
    sendFollowUp({ ...services, followUps }, sessionActor(userId), meetId, pressed);
  const places = () => db.select().from(typedMails).where(eq(typedMails.senderId, userId));
  await expect(press({ of: () => lost as typeof stub })).rejects.toThrow("the answer was lost");
  expect(await places()).toHaveLength(1);
  expect(await press(services.followUps)).toEqual({ ok: true, value: null });
  expect(await places()).toHaveLength(1);
  await arrived(to[0] ?? "");
});
