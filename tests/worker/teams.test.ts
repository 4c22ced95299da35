import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { invitationAnswer, teamAnswer, visibilityAnswer } from "#app/contracts/teams.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { INVITATION_MS, INVITATION_SENDS_MAX } from "#app/domain/limits/teams.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { teamInvitations, teams } from "#app/server/db/schema-teams.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { inviteMember } from "#app/server/teams/invite-member.ts";
import { readInvitation } from "#app/server/teams/join-team.ts";
import { foreseeLeaving, leaveTeams } from "#app/server/teams/leave-teams.ts";
import { sendDueInvitations } from "#app/server/teams/send-invitation.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { addressOf, KINDS_OF_ADDRESS as KINDS } from "#tests/support/kinds-of-address.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { outboxOf } from "#workers/compose/engines.ts";

/** Seats, invitations and members of a team, over the API. */
const db = openDatabase(env.DB);
const INVITATIONS = "/api/acta/team/invitations";
const invite = ({ cookie }: { cookie: string }, email: string) => post(INVITATIONS, cookie, { email });
const remove = (cookie: string, memberId: string) =>
  call(`/api/acta/team/members/${memberId}`, { method: "DELETE", cookie });
const setRole = (cookie: string, memberId: string, role: string) =>
  call(`/api/acta/team/members/${memberId}`, { method: "PUT", cookie, json: { role } });
const teamOf = async ({ cookie }: { cookie: string }) =>
  teamAnswer.parse(await (await call("/api/acta/team", { cookie })).json()).team;
const membersOf = (teamId: string) =>
  db.select({ userId: members.userId, role: members.role }).from(members).where(eq(members.workspaceId, teamId));
const codeOf = async (answer: Response) => (await refusalOf(answer)).code;

/** The link of the newest invitation to an address. */
async function linkTo(email: string): Promise<string> {
  const mails = await outboxOf(workerEnv, () => {}).newest();
  const link = /\/join\/([0-9a-f]{64})/u.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[1];
  if (link === undefined) throw new Error(`no invitation was sent to ${email}`);
  return link;
}
const readLink = async (token: string, cookie?: string) =>
  invitationAnswer.parse(
    await (await call(`/api/acta/invitations/${token}`, cookie === undefined ? {} : { cookie })).json(),
  );
const accept = (token: string, cookie: string) =>
  call(`/api/acta/invitations/${token}/accept`, { method: "POST", cookie });
const decline = (token: string, cookie: string) =>
  call(`/api/acta/invitations/${token}/decline`, { method: "POST", cookie });

async function people(count: number) {
  return Promise.all(Array.from({ length: count }, () => signIn()));
}

test("an invited person signs in, accepts once, and has the team's plan at once", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const teamId = await makeTeam({ owner: nora });
  expect((await invite(nora, addressOf(otto).toUpperCase())).status).toBe(200);
  const token = await linkTo(addressOf(otto));
  expect(await readLink(token)).toMatchObject({ state: "sign-in", team: "Agenda Clara", email: addressOf(otto) });
  expect(await readLink(token, otto.cookie)).toMatchObject({ showsNew: false });
  await db.update(teams).set({ defaultVisibility: "team" }).where(eq(teams.workspaceId, teamId));
  expect(await readLink(token, otto.cookie)).toMatchObject({ showsNew: true });
  expect(await readLink(token, otto.cookie)).toMatchObject({ state: "accept", inviter: "Nora Puig" });
  expect((await accept(token, otto.cookie)).status).toBe(200);
  expect(await membersOf(teamId)).toContainEqual({ userId: otto.userId, role: "member" });
  const credits = await (await call("/api/acta/user/credits", { cookie: otto.cookie })).json();
  expect(credits).toMatchObject({ usage: { uploads: { limit: null } } });
  // The same link again, by the same person and by somebody else.
  expect((await accept(token, otto.cookie)).status).toBe(200);
  expect(await readLink(token, otto.cookie)).toMatchObject({ state: "accepted" });
  expect(await readLink(token, nora.cookie)).toEqual({ state: "invalid" });
  expect(await codeOf(await accept(token, nora.cookie))).toBe("invitation-invalid");
  expect(await readLink(token)).toEqual({ state: "invalid" });
});

test("another account sees 'Email mismatch' and cannot accept or decline", async () => {
  const [nora, otto, eva] = await people(3);
  if (!nora || !otto || !eva) throw new Error("people");
  const teamId = await makeTeam({ owner: nora });
  await invite(nora, addressOf(otto));
  const token = await linkTo(addressOf(otto));
  expect(await readLink(token, eva.cookie)).toMatchObject({ state: "mismatch", signedInAs: addressOf(eva) });
  const refused = await refusalOf(await accept(token, eva.cookie));
  expect(refused).toMatchObject({ status: 403, code: "email-mismatch", message: "Email mismatch" });
  expect(await codeOf(await decline(token, eva.cookie))).toBe("invitation-invalid");
  expect(await membersOf(teamId)).toHaveLength(1);
});

test("an address that no provider vouches for does not accept an invitation", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  await makeTeam({ owner: nora });
  await invite(nora, addressOf(otto));
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, otto.userId));
  const token = await linkTo(addressOf(otto));
  expect(await readLink(token, otto.cookie)).toMatchObject({ state: "mismatch", signedInAs: null });
  expect(await codeOf(await accept(token, otto.cookie))).toBe("email-mismatch");
});

test("revoked, expired, declined and replaced links are invalid, and say nothing else", async () => {
  const [nora, otto, eva, ida] = await people(4);
  if (!nora || !otto || !eva || !ida) throw new Error("people");
  const teamId = await makeTeam({ owner: nora, seats: 9 });
  const idOf = async (email: string) =>
    (
      await db
        .select()
        .from(teamInvitations)
        .where(and(eq(teamInvitations.workspaceId, teamId), eq(teamInvitations.email, email)))
    ).at(-1)?.id ?? "";
  for (const person of [otto, eva, ida]) await invite(nora, addressOf(person));
  const [revoked, expired, declined] = await Promise.all([otto, eva, ida].map((one) => linkTo(addressOf(one))));
  await call(`${INVITATIONS}/${await idOf(addressOf(otto))}`, { method: "DELETE", cookie: nora.cookie });
  await db
    .update(teamInvitations)
    .set({ expiresAt: Date.now() - 1, triedAt: 0 })
    .where(eq(teamInvitations.email, addressOf(eva)));
  expect((await decline(declined ?? "", ida.cookie)).status).toBe(200);
  for (const [token, person] of [
    [revoked, otto],
    [expired, eva],
    [declined, ida],
    ["0".repeat(64), nora],
  ] as const) {
    expect(await readLink(token ?? "", person.cookie)).toEqual({ state: "invalid" });
    expect(await refusalOf(await accept(token ?? "", person.cookie))).toMatchObject({
      status: 404,
      message: "Invalid or expired invitation",
    });
  }
  // Sent again: the old link stays dead, the new one works.
  expect((await post(`${INVITATIONS}/${await idOf(addressOf(eva))}/resend`, nora.cookie, undefined)).status).toBe(200);
  const fresh = await linkTo(addressOf(eva));
  expect(fresh).not.toBe(expired);
  expect(await readLink(expired ?? "", eva.cookie)).toEqual({ state: "invalid" });
  expect((await accept(fresh, eva.cookie)).status).toBe(200);
  // A moment later it is not sent once more.
  await invite(nora, addressOf(otto));
  expect(await codeOf(await post(`${INVITATIONS}/${await idOf(addressOf(otto))}/resend`, nora.cookie, undefined))).toBe(
    "sent-lately",
  );
});

test("the member of another team leaves it first", async () => {
  const [nora, otto, eva] = await people(3);
  if (!nora || !otto || !eva) throw new Error("people");
  await makeTeam({ owner: nora });
  await makeTeam({ owner: eva, others: [otto] });
  await invite(nora, addressOf(otto));
  const token = await linkTo(addressOf(otto));
  expect(await codeOf(await accept(token, otto.cookie))).toBe("other-team");
  expect((await remove(otto.cookie, otto.userId)).status).toBe(200);
  expect((await accept(token, otto.cookie)).status).toBe(200);
});

/** All that an administrator, the mail and other readers of the link are told about an invitation, without its address and secrets. */
async function toldAbout(email: string, stranger: { cookie: string }) {
  const nora = await signIn();
  await makeTeam({ owner: nora });
  const headersOf = ({ headers }: Response) =>
    [...headers].map(([name, value]) => `${name}: ${value.replaceAll(/'nonce-[^']*'/gu, "'nonce'")}`).toSorted();
  const answerOf = async (answer: Response) => [answer.status, headersOf(answer), await answer.text()];
  const invited = await answerOf(await invite(nora, email));
  const again = await answerOf(await invite(nora, email.toUpperCase()));
  const token = await linkTo(email);
  const mails = await outboxOf(workerEnv, () => {}).newest();
  const mail = mails
    .filter(({ to }) => to === email)
    .map(({ subject, html, text, headers }) => [subject, html, text, headers]);
  const [invitation] = (await teamOf(nora))?.managed?.invitations ?? [];
  const opened = [await call(`/api/acta/invitations/${token}`), await call(`/api/acta/invitations/${token}`, stranger)];
  const answers = await Promise.all([...opened, await accept(token, stranger.cookie)].map(answerOf));
  const resent = await answerOf(await post(`${INVITATIONS}/${invitation?.id}/resend`, nora.cookie, undefined));
  const revoked = await answerOf(
    await call(`${INVITATIONS}/${invitation?.id}`, { method: "DELETE", cookie: nora.cookie }),
  );
  const listed = [invitation?.state, typeof invitation?.expiresAt];
  const told = JSON.stringify({ invited, again, mail, listed, answers, resent, revoked });
  return { told: told.replaceAll(token, "<token>").replaceAll(email, "<address>"), mails: mail.length };
}

test("an invitation tells no kind of address apart, in no answer and no mail", async () => {
  const stranger = await signIn();
  const told: Record<string, string> = {};
  for (const { kind, make } of KINDS) {
    const { told: all, mails } = await toldAbout(await make(), stranger);
    expect(mails, kind).toBe(1);
    told[kind] = all;
  }
  for (const { kind } of KINDS) expect(told[kind], kind).toBe(told[KINDS[0]?.kind ?? ""]);
});

test("the work of an invitation is the same for each kind of address, so that its time says nothing", async () => {
  const work: Record<string, string[]> = {};
  for (const { kind, make } of KINDS) {
    const nora = await signIn();
    await makeTeam({ owner: nora });
    const email = await make();
    const { services: counted, texts } = countedDatabase();
    const services = { ...composeServices(workerEnv, () => {}), ...counted };
    expect(await inviteMember(services, nora, email)).toEqual({ ok: true, value: { sent: true } });
    const token = await linkTo(email);
    await readInvitation(services, { token, userId: null });
    work[kind] = texts();
  }
  expect(work["nobody's"]?.length).toBeGreaterThan(4);
  for (const { kind } of KINDS) expect(work[kind], kind).toEqual(work["nobody's"]);
});

test("an invitation goes on after its sender has left the team and deleted their account", async () => {
  const [nora, otto, eva] = await people(3);
  if (!nora || !otto || !eva) throw new Error("people");
  await makeTeam({ owner: nora, others: [otto] });
  await setRole(nora.cookie, otto.userId, "owner");
  await invite(nora, addressOf(eva));
  expect((await remove(nora.cookie, nora.userId)).status).toBe(200);
  await leaveTeams(
    composeServices(workerEnv, () => {}),
    nora.userId,
  );
  await db.delete(users).where(eq(users.id, nora.userId));
  const token = await linkTo(addressOf(eva));
  expect(await readLink(token, eva.cookie)).toMatchObject({ state: "accept" });
  expect((await accept(token, eva.cookie)).status).toBe(200);
});

test("a deleted account leaves its address in no invitation that it has accepted", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const teamId = await makeTeam({ owner: nora });
  await invite(nora, addressOf(otto));
  await accept(await linkTo(addressOf(otto)), otto.cookie);
  await leaveTeams(
    composeServices(workerEnv, () => {}),
    otto.userId,
  );
  expect(await membersOf(teamId)).toHaveLength(1);
  expect(
    await db
      .select()
      .from(teamInvitations)
      .where(eq(teamInvitations.email, addressOf(otto))),
  ).toEqual([]);
});

test("two administrators cannot give away the last seat twice", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const teamId = await makeTeam({ owner: nora, others: [otto], seats: 3 });
  await setRole(nora.cookie, otto.userId, "owner");
  const answers = await Promise.all(
    [nora, otto].map((one, index) => invite(one, `last-${index}-${teamId}@example.test`)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await teamOf(nora)).toMatchObject({ managed: { seats: 3, invitations: [{ state: "sent" }] } });
});

test("a seat that is not paid for any more cannot be taken", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const teamId = await makeTeam({ owner: nora });
  await invite(nora, addressOf(otto));
  await db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, teamId));
  expect(await codeOf(await accept(await linkTo(addressOf(otto)), otto.cookie))).toBe("seat-unpaid");
});

test("the last administrator neither leaves nor becomes a member; with another one they may", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const teamId = await makeTeam({ owner: nora, others: [otto] });
  expect(await codeOf(await remove(nora.cookie, nora.userId))).toBe("last-administrator");
  expect(await codeOf(await setRole(nora.cookie, nora.userId, "member"))).toBe("last-administrator");
  expect((await setRole(nora.cookie, otto.userId, "owner")).status).toBe(200);
  // Both go at once: one stays.
  const answers = await Promise.all([remove(nora.cookie, nora.userId), remove(otto.cookie, otto.userId)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await membersOf(teamId)).toEqual([expect.objectContaining({ role: "owner" })]);
});

test("the end of an account is announced with what becomes of its team", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const foreseen = ({ userId }: { userId: string }) => foreseeLeaving(db, userId);
  expect(await foreseen(nora)).toBeNull();
  const teamId = await makeTeam({ owner: nora });
  expect(await foreseen(nora)).toEqual({ team: "Agenda Clara", ends: true, heir: null });
  await db.insert(members).values({ workspaceId: teamId, userId: otto.userId, role: "member", joinedAt: 2 });
  const [{ name: heir } = { name: "" }] = await db.select().from(users).where(eq(users.id, otto.userId));
  expect(await foreseen(nora)).toEqual({ team: "Agenda Clara", ends: false, heir });
  expect(await foreseen(otto)).toEqual({ team: "Agenda Clara", ends: false, heir: null });
  await setRole(nora.cookie, otto.userId, "owner");
  expect(await foreseen(nora)).toEqual({ team: "Agenda Clara", ends: false, heir: null });
});

test("a member manages nothing: not seats, roles, invitations, other members or the team's name", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  await makeTeam({ owner: nora, others: [otto] });
  const { cookie } = otto;
  const answers = await Promise.all([
    invite(otto, "a@example.test"),
    remove(cookie, nora.userId),
    setRole(cookie, otto.userId, "owner"),
    call("/api/acta/team", { method: "PATCH", cookie, json: { name: "Mine" } }),
    call("/api/acta/team", { method: "DELETE", cookie }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const seats = await call("/api/acta/team/seats", { method: "PUT", cookie, json: { seats: 9 } });
  expect(await codeOf(seats)).toBe("no-subscription");
  const team = await teamOf(otto);
  expect(team).not.toHaveProperty("managed");
  expect(team?.members.map(({ email }) => email)).toEqual([null, null]);
});

test("a team that is paid for is not ended", async () => {
  const [nora] = await people(1);
  if (!nora) throw new Error("people");
  await makeTeam({ owner: nora });
  expect(await codeOf(await call("/api/acta/team", { method: "DELETE", cookie: nora.cookie }))).toBe("team-paid");
});

test("invitations of an order wait for the payment, and are sent by the sweep as well", async () => {
  const [nora] = await people(1);
  if (!nora) throw new Error("people");
  const teamId = await makeTeam({ owner: nora, seats: 5 });
  await db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, teamId));
  const email = `waiting-${teamId}@example.test`;
  await db
    .insert(teamInvitations)
    .values({ id: `${teamId}-1`, workspaceId: teamId, email, invitedBy: nora.userId, createdAt: 1 });
  const services = composeServices(workerEnv, () => {});
  await sendDueInvitations(services, teamId);
  await expect(linkTo(email)).rejects.toThrow("no invitation");
  await db.update(planHolds).set({ endsAt: null }).where(eq(planHolds.workspaceId, teamId));
  await sendDueInvitations(services, null);
  expect(await readLink(await linkTo(email))).toMatchObject({ state: "sign-in" });
  const [row] = await db.select().from(teamInvitations).where(eq(teamInvitations.email, email));
  expect((row?.expiresAt ?? 0) - (row?.sentAt ?? 0)).toBe(INVITATION_MS);
  // D1 has the hash of the link only.
  expect(row?.tokenHash).not.toBe(await linkTo(email));
});

test("an invitation is sent once a mail service that was down for hours is there again", async () => {
  const [nora] = await people(1);
  if (!nora) throw new Error("people");
  const teamId = await makeTeam({ owner: nora });
  const email = `patient-${teamId}@example.test`;
  await db
    .insert(teamInvitations)
    .values({ id: `${teamId}-1`, workspaceId: teamId, email, invitedBy: nora.userId, createdAt: 1 });
  const services = composeServices(workerEnv, () => {});
  const begun = Date.now();
  const down = { knowsKeys: true, send: async () => ({ kind: "later", delayMs: 0 }) as const };
  for (let round = 0; round < 2 * INVITATION_SENDS_MAX; round += 1) {
    await sendDueInvitations({ ...services, mailer: down, now: () => begun + round * 10 * MINUTE_MS }, teamId);
  }
  await sendDueInvitations({ ...services, now: () => begun + DAY_MS }, teamId);
  expect(await readLink(await linkTo(email))).toMatchObject({ state: "sign-in" });
});

test.each([
  [["a@x.test", "b@x.test"], "Please enter at least 3 emails"],
  [["a@x.test", "b@x.test", "c@x.test", "A@x.test"], "You cannot use the same email for multiple seats"],
  [["a@x.test", "b@x.test", "c@x.test", "d@x"], "At least one email has an invalid format"],
])("the seats %j are refused: %s", async (emails, message) => {
  const [nora] = await people(1);
  const answer = await post("/api/acta/team/order", nora?.cookie, { emails, interval: "year" });
  expect(await refusalOf(answer)).toMatchObject({ status: 422, message });
});

test("the default for new meetings is the person's own choice; 'team' needs a team", async () => {
  const [nora, otto] = await people(2);
  if (!nora || !otto) throw new Error("people");
  const put = ({ cookie }: { cookie: string }, json: object) =>
    call("/api/acta/user/visibility", { method: "PUT", cookie, json });
  expect(await codeOf(await put(nora, { visibility: "team" }))).toBe("no-team");
  await makeTeam({ owner: nora, others: [otto] });
  const answer = visibilityAnswer.parse(await (await put(otto, { visibility: "team" })).json());
  expect(answer).toEqual({ visibility: "team", people: [], team: "Agenda Clara" });
  expect(await codeOf(await put(otto, { visibility: "named", people: ["nobody"] }))).toBe("email-format");
});

test("an administrator sees counts: what members have used since they joined, and nothing of others", async () => {
  const [nora, otto, eva] = await people(3);
  if (!nora || !otto || !eva) throw new Error("people");
  await makeTeam({ owner: nora, others: [otto] });
  // Nora joined at 1, Otto at 2.
  const used = (userId: string, kind: string, reservedAt: number, state = "counted") => ({
    meetId: newMeetId(),
    workspaceId: userId,
    createdBy: userId,
    kind,
    state,
    reservedAt,
    updatedAt: reservedAt,
  });
  await db
    .insert(usageLedger)
    .values([
      used(nora.userId, "upload", 5),
      used(otto.userId, "upload", 1),
      used(otto.userId, "upload", 6, "released"),
      used(otto.userId, "recording", 7),
      used(eva.userId, "recording", 8),
    ]);
  expect((await teamOf(nora))?.managed?.usage).toEqual({ uploads: 1, recordings: 1, meetings: 0 });
  expect((await teamOf(otto))?.managed).toBeUndefined();
});
