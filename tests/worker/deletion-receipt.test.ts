import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { newUserId } from "#app/domain/ids.ts";
import { mailWriter } from "#app/mail/write-mails.tsx";
import { sendReceipt } from "#app/server/account/send-receipt.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions } from "#app/server/db/schema-account.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import type { Mailer } from "#app/server/ports/mailer.ts";
import { RESEND_KEY, resendError, standInForResend } from "#tests/fakes/resend-server.ts";
import { ORIGIN, post } from "#tests/support/api.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The last mail to a person whose account was deleted: real D1, and a stand-in for Resend that speaks its protocol. */
const db = openDatabase(env.DB);
const RESEND = resendMailer({ apiKey: RESEND_KEY, from: "Acta <acta@acta.example>", log: () => {} });

afterEach(() => vi.restoreAllMocks());

async function deleted(over: Partial<typeof accountDeletions.$inferInsert> = {}) {
  const userId = newUserId();
  const values = { userId, email: "nora@acta.example", locale: "ca", timeZone: "Europe/Madrid", requestedAt: 1 };
  await db.insert(accountDeletions).values({ ...values, finishedAt: Date.UTC(2026, 10, 23, 16, 30), ...over });
  const send = (mailer: Mailer | null) =>
    sendReceipt(
      { db, mailer, mailWriter: mailWriter({ origin: ORIGIN }), log: () => {} },
      { userId, signal: new AbortController().signal },
    );
  const address = async () =>
    (await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)))[0]?.email;
  return { send, address };
}

test("the receipt says when, in the person's language and zone, and the address is forgotten", async () => {
  const standIn = standInForResend();
  const { send, address } = await deleted({ keptRecordings: 2 });
  await send(RESEND);
  expect(standIn.delivered).toHaveLength(1);
  const [mail] = standIn.delivered;
  expect(mail).toMatchObject({ to: ["nora@acta.example"], headers: { "Auto-Submitted": "auto-generated" } });
  expect(mail?.html).toContain('lang="ca"');
  expect(mail?.text).toContain("17:30");
  expect(mail?.text).toContain("2");
  expect(mail?.headers).not.toHaveProperty("List-Unsubscribe");
  expect(await address()).toBeNull();
  await send(RESEND);
  expect(standIn.delivered).toHaveLength(1);
});

test("a receipt whose answer was lost is sent again, and delivered once", async () => {
  const standIn = standInForResend();
  const { send, address } = await deleted();
  standIn.onAccepted = () => {
    standIn.onAccepted = () => {};
    throw new TypeError("connection lost");
  };
  await expect(send(RESEND)).rejects.toThrow("mail failed");
  expect(await address()).toBe("nora@acta.example");
  await send(RESEND);
  expect(standIn.delivered).toHaveLength(1);
  expect(await address()).toBeNull();
});

test.each([
  ["is down", 503, "internal_server_error"],
  ["refuses the operator's key", 403, "invalid_api_key"],
] as const)("a service that %s (%i %s) is asked again, with the same address", async (_what, status, name) => {
  const standIn = standInForResend();
  const { send, address } = await deleted();
  standIn.failures.push(() => resendError(status, name));
  await expect(send(RESEND)).rejects.toThrow("mail failed");
  expect(await address()).toBe("nora@acta.example");
  expect(standIn.delivered).toEqual([]);
});

test("a mail that is refused for good is not sent again, and its address is forgotten", async () => {
  const standIn = standInForResend();
  const { send, address } = await deleted();
  standIn.failures.push(() => resendError(422, "invalid_parameter"));
  await send(RESEND);
  expect(await address()).toBeNull();
  expect(standIn.delivered).toEqual([]);
});

test("a service without keys gets a receipt once, also when the process died before its answer was stored", async () => {
  const { send, address } = await deleted();
  const sent: string[] = [];
  const keyless: Mailer = {
    knowsKeys: false,
    async send({ to }) {
      sent.push(to);
      throw new Error("the process ended");
    },
  };
  await expect(send(keyless)).rejects.toThrow("the process ended");
  await send(keyless);
  expect(sent).toEqual(["nora@acta.example"]);
  expect(await address()).toBeNull();
});

test("a person who switched receipts off leaves no address behind", async () => {
  const { cookie, userId } = await signIn();
  await saveMailPreferences({ db, now: Date.now }, userId, { "deletion-receipt": false });
  const confirmation = `${userId}@example.test`;
  expect((await post("/api/acta/user/delete", cookie, { confirmation })).status).toBe(204);
  expect(await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId))).toMatchObject([
    { email: null },
  ]);
});
