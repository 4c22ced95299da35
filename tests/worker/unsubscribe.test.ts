import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { type ResendStandIn, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { mailableMeeting, mailSettingsOf, onMailBench } from "#tests/support/mail-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The link of a mail that switches mails of its kind off (RFC 8058). */

afterEach(() => vi.restoreAllMocks());

/** The link of a mail of this kind. */
async function linkIn(standIn: ResendStandIn, userId: string): Promise<string> {
  const meeting = mailableMeeting(userId);
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    await finish();
  });
  return standIn.delivered.at(-1)?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
}
/** As RFC 8058 has it: no cookie, no origin. */
const oneClick = (link: string) =>
  call(link, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
const shownOf = async (answer: Response) => /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0];

test("a mail's link asks when it is opened, and switches that kind off when its button is pressed", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const link = await linkIn(standIn, userId);
  const isOn = async (kind: MailKind) => (await mailSettingsOf(userId)).preferences[kind];

  const opened = await call(link);
  expect(opened.status).toBe(200);
  expect(await shownOf(opened)).toContain("<form");
  expect(await isOn("minutes-ready")).toBe(true);

  const first = await oneClick(link);
  expect(first.status).toBe(200);
  const shown = await shownOf(first);
  expect(shown).not.toContain("<form");
  expect(await isOn("minutes-ready")).toBe(false);
  expect(await isOn("recording-failed")).toBe(true);

  const second = await oneClick(link);
  expect([second.status, await shownOf(second)]).toEqual([200, shown]);
  expect(await isOn("minutes-ready")).toBe(false);
  const meeting = mailableMeeting(userId);
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    await finish();
  });
  expect(standIn.delivered).toHaveLength(1);
});

test("a forged link and the link of an account that is gone get the same answers, and change nothing", async () => {
  const standIn = standInForResend();
  const [nora, gone] = [await signIn(), await signIn()];
  const [link, old] = [await linkIn(standIn, nora.userId), await linkIn(standIn, gone.userId)];
  await openDatabase(env.DB).delete(users).where(eq(users.id, gone.userId));
  const forged = link.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const answersTo = async (each: string) => [
    await shownOf(await call(each)),
    (await oneClick(each)).status,
    await shownOf(await oneClick(each)),
  ];
  const [toForged, toOld] = [await answersTo(forged), await answersTo(old)];
  expect((await mailSettingsOf(nora.userId)).preferences["minutes-ready"]).toBe(true);
  const toOurs = await answersTo(link);
  expect([toForged, toOld]).toEqual([toOurs, toOurs]);
  expect((await mailSettingsOf(nora.userId)).preferences["minutes-ready"]).toBe(false);
  const unknownKind = await oneClick(link.replace("minutes-ready", "everything"));
  expect(unknownKind.status).toBe(200);
});

test("another site's page cannot press the button", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const link = await linkIn(standIn, userId);
  const answer = await call(link, { method: "POST", headers: { Origin: "https://evil.example" } });
  expect(answer.status).toBe(403);
  expect((await mailSettingsOf(userId)).preferences["minutes-ready"]).toBe(true);
});
