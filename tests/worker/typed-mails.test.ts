import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId } from "#app/domain/ids.ts";
import {
  TYPED_MAILS_OF_PAIR_MAX,
  TYPED_MAILS_OF_SENDER_MAX,
  TYPED_MAILS_TO_ADDRESS_MAX,
} from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { typedMails } from "#app/server/db/schema-mail.ts";
import { claimFollowUp, claimTypedMail } from "#app/server/mail/typed-mails.ts";
import { call, post } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { outboxOf } from "#workers/compose/engines.ts";

/** An attack: mails of ours to a stranger's inbox, by inviting, revoking and inviting again, and from several accounts. */

const services = composeServices(workerEnv, () => {});
const mailsTo = async (address: string) =>
  (await outboxOf(workerEnv, () => {}).newest()).filter(({ to }) => to === address).length;

test("a stranger who is invited, revoked and invited again gets a few mails a day", async () => {
  const nora = await signIn();
  await makeTeam({ owner: nora });
  const victim = `victim-${newMeetId()}@example.test`;
  for (let time = 0; time < 3 * TYPED_MAILS_OF_PAIR_MAX; time += 1) {
    await post("/api/acta/team/invitations", nora.cookie, { email: victim });
    const answer = await call("/api/acta/team", { cookie: nora.cookie });
    const [, id = ""] = /"invitations":\[\{"id":"([^"]+)"/u.exec(await answer.text()) ?? [];
    await call(`/api/acta/team/invitations/${id}`, { method: "DELETE", cookie: nora.cookie });
  }
  expect(await mailsTo(victim)).toBe(TYPED_MAILS_OF_PAIR_MAX);
});

test("mails are counted by address in all, by sender in all, at once and for a day; a mail that did not go counts for nobody", async () => {
  const clock = { now: Date.now() };
  const needs = { ...services, now: () => clock.now };
  const claim = (address: string, senderId: string) => claimTypedMail(needs, { address, senderId });
  const taken = async (claims: Promise<object | null>[]) => (await Promise.all(claims)).filter(Boolean).length;
  const address = `${newMeetId()}@example.test`;
  const senders = Array.from({ length: 30 }, () => newMeetId());
  expect(await taken(senders.map((sender) => claim(address.toUpperCase(), sender)))).toBe(TYPED_MAILS_TO_ADDRESS_MAX);
  const sender = newMeetId();
  const many = Array.from({ length: TYPED_MAILS_OF_SENDER_MAX + 5 }, (_, number) => `${number}-${address}`);
  expect(await taken(many.map((each) => claim(each, sender)))).toBe(TYPED_MAILS_OF_SENDER_MAX);
  const later = newMeetId();
  const fresh = `fresh-${address}`;
  for (let time = 0; time < 2 * TYPED_MAILS_TO_ADDRESS_MAX; time += 1) await (await claim(fresh, later))?.release();
  expect(await claim(fresh, later)).not.toBeNull();
  clock.now += DAY_MS;
  expect(await claim(address, senders[0] ?? "")).not.toBeNull();
  // No address can be read from the rows.
  const rows = await openDatabase(env.DB).select().from(typedMails);
  expect(JSON.stringify(rows)).not.toContain("@");
});

test("a follow-up takes all of its places or none, and gives back none that another attempt of it holds", async () => {
  const [senderId, name] = [newMeetId(), newMeetId()];
  const [first, second, full] = [
    `first-${name}@example.test`,
    `second-${name}@example.test`,
    `full-${name}@example.test`,
  ];
  for (let mail = 0; mail < TYPED_MAILS_TO_ADDRESS_MAX; mail += 1) {
    await claimTypedMail(services, { address: full, senderId: newMeetId() });
  }
  const claim = async (...to: string[]) => {
    const places = await claimFollowUp(services, { to, senderId, name });
    const held = await openDatabase(env.DB).select().from(typedMails).where(eq(typedMails.senderId, senderId));
    return [places !== null, held.length];
  };
  expect(await claim(first)).toEqual([true, 1]);
  // The same press to more people, at the same time: refused, while the first attempt sends its mail.
  expect(await claim(first, full)).toEqual([false, 1]);
  expect(await claim(second, full)).toEqual([false, 1]);
  expect(await claim(first, second)).toEqual([true, 2]);
});
