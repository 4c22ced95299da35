import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { CONNECTION_LOG_MS, SENT_PAGE } from "#app/domain/limits/deliveries.ts";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";
import { readSent, resendSent } from "#app/server/deliveries/read-sent.ts";
import { shareLinks } from "#app/server/db/schema.ts";
import type { Mailer } from "#app/server/ports/mailer.ts";
import { renewShare, revokeShare, shareMeeting } from "#app/server/sharing/share-meeting.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf } from "#tests/support/upload-meeting.ts";
import { services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { addDelivery } from "#workers/workspace/deliveries/delivery-store.ts";
import { queueMailWork, saveMailState } from "#workers/workspace/mail/mail-store.ts";

/** Everything that left Acta, in one list: deliveries, mails of minutes and share links. */

const NOW = Date.UTC(2026, 10, 26, 12);

/** A delivery each second up to `NOW`. */
async function withDeliveries(userId: UserId, meetId: MeetId, count: number) {
  await runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => {
    for (let index = 0; index < count; index += 1) {
      const id = `snd_${String(index).padStart(3, "0")}`;
      const made = { id, kind: "slack", destinationId: "gone", meetId, event: "minutes.sent", key: id } as const;
      addDelivery(storage.sql, { ...made, at: NOW - index * 1000, dueAt: Number.MAX_SAFE_INTEGER, until: 1 });
    }
    storage.sql.exec("UPDATE deliveries SET state = 'sent'");
  });
}

type StoredMail = { key: string; kind?: MailKind; user?: string; due: number; state?: "sent" | "failed" | "unwanted" };

async function withMails(userId: UserId, meetId: MeetId, mails: readonly StoredMail[]) {
  await runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => {
    for (const { key, kind = "minutes-ready", user = userId, due, state } of mails) {
      const effect = { type: "mail", kind: "minutes-ready", meetId } as const;
      queueMailWork(storage.sql, { key, kind, meetId, userId: user, effect }, due);
      if (state === undefined) continue;
      storage.sql.exec("DELETE FROM outbox WHERE key = ?", key);
      saveMailState(storage.sql, key, state, state === "failed" ? "address" : null);
    }
  });
}

test("deliveries, mails of minutes and links stand in one order, page by page, each once", async () => {
  const { userId } = await signIn();
  const mailer: Mailer = { knowsKeys: true, send: async () => ({ kind: "accepted", id: "1" }) };
  consumersOf.set(userId, { consumers: [], mail: { ...composeWorkspace(workerEnv).mail, mailer } });
  const { meetId } = await birthOf({ userId });
  const actor = sessionActor(userId);
  await withDeliveries(userId, meetId, SENT_PAGE);
  await withMails(userId, meetId, [
    { key: "a", due: NOW - 500, state: "sent" },
    // The same moment as a delivery.
    { key: "b", due: NOW - (SENT_PAGE - 1) * 1000, state: "failed" },
    { key: "c", due: NOW - 700, state: "unwanted" },
    { key: "d", due: NOW - 800, kind: "recording-failed", state: "sent" },
    { key: "e", due: NOW - 900, user: "another", state: "sent" },
    { key: "f", due: NOW - CONNECTION_LOG_MS, state: "sent" },
  ]);
  await shareMeeting({ ...services, now: () => NOW - 1500 }, { actor, meetId });
  const counted = countedDatabase();
  const asked = { ...services, db: counted.services.db, now: () => NOW };
  const first = await readSent(asked, actor, { older: null, filter: "all" });
  // Two lists, two counts and the names, however many lines there are.
  expect(await counted.rowsRead()).toBeLessThanOrEqual(10);
  expect(first.counts).toEqual({ all: SENT_PAGE + 3, parked: 1, "taken-back": 0 });
  expect(first.sent.slice(0, 4).map(({ kind, state, title }) => [kind, state, title])).toEqual([
    ["slack", "sent", "Seminar rooms"],
    ["mail", "sent", "Seminar rooms"],
    ["slack", "sent", "Seminar rooms"],
    ["link", "open", "Seminar rooms"],
  ]);
  const second = await readSent(asked, actor, { older: first.older, filter: "all" });
  expect(second.older).toBeNull();
  const lines = [...first.sent, ...second.sent];
  expect(new Set(lines.map(({ id }) => id)).size).toBe(SENT_PAGE + 3);
  expect(lines.map((line) => line.at)).toEqual(lines.map((line) => line.at).toSorted((one, other) => other - one));
  const failed = await readSent(asked, actor, { older: null, filter: "parked" });
  expect(failed.sent).toMatchObject([{ id: "b", kind: "mail", state: "parked", fault: "mail-address" }]);
  const other = await signIn();
  expect((await resendSent(services, sessionActor(other.userId), "b")).ok).toBe(false);
  expect((await resendSent(services, actor, "a")).ok).toBe(false);
  expect((await resendSent(services, actor, "b")).ok).toBe(true);
});

test("links that were taken back or replaced are named with what they showed", async () => {
  const { userId } = await signIn();
  const { meetId } = await birthOf({ userId });
  const actor = sessionActor(userId);
  const needs = (now: number) => ({ ...services, now: () => now });
  await shareMeeting(needs(NOW - 9000), { actor, meetId });
  await renewShare(needs(NOW - 8000), { actor, meetId });
  await revokeShare(needs(NOW - 7000), { actor, meetId });
  await shareMeeting(needs(NOW - 6000), { actor, meetId });
  const taken = await readSent(needs(NOW), actor, { older: null, filter: "taken-back" });
  expect(taken.counts).toEqual({ all: 3, parked: 0, "taken-back": 2 });
  expect(taken.sent.map(({ at: made, state, share }) => [made, state, share])).toEqual([
    [NOW - 8000, "taken-back", { parts: ["summary", "transcript", "recording"], opens: 0, takenBackAt: NOW - 7000 }],
    [NOW - 9000, "taken-back", { parts: ["summary", "transcript", "recording"], opens: 0, takenBackAt: NOW - 8000 }],
  ]);
  // A link past its date; and those of another person's list, or of a former year, are not there.
  await services.db.update(shareLinks).set({ expiresAt: 1 }).where(eq(shareLinks.meetId, meetId));
  expect((await readSent(needs(NOW), actor, { older: null, filter: "all" })).sent[0]?.state).toBe("ended");
  const other = sessionActor((await signIn()).userId);
  expect((await readSent(needs(NOW), other, { older: "nonsense", filter: "all" })).sent).toEqual([]);
  const later = await readSent(needs(NOW + CONNECTION_LOG_MS), actor, { older: null, filter: "taken-back" });
  expect(later.sent).toEqual([]);
});
