import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paymentPage } from "#app/contracts/billing.ts";
import { teamAnswer } from "#app/contracts/teams.ts";
import { CHECKOUT_LATE_MS } from "#app/domain/limits/billing.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { changeSeats } from "#app/server/billing/change-seats.ts";
import { createInsiderCode, redeemInsiderCode } from "#app/server/billing/insider-codes.ts";
import { seatsOf } from "#app/server/workspace/plan-of.ts";
import { projectSubscription } from "#app/server/billing/project-subscription.ts";
import { reconcileBilling } from "#app/server/billing/reconcile.ts";
import { members, workspaces } from "#app/server/db/schema-account.ts";
import { checkouts, insiderCodes, planHolds } from "#app/server/db/schema-billing.ts";
import { meetings } from "#app/server/db/schema.ts";
import { teamInvitations } from "#app/server/db/schema-teams.ts";
import { refusal } from "#tests/fakes/stripe.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { fixture } from "#tests/support/fixture.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";

const SOON = { timeout: 60_000, interval: 50 };
const captioned = await fixture("talk-captions.mp4");

/** Plans that come from an operator, a code or a team, and what a plan opens. */

let bench: ReturnType<typeof openBilling>;

beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

const operator = (json: object) =>
  call("/api/admin/plans", {
    method: "POST",
    json,
    headers: { Authorization: "Bearer an-operator-of-this-test" },
  });

test("the operator grants a plan until a day and takes it back", async () => {
  const { userId } = await signIn();
  const endsAt = Date.now() + DAY_MS;
  const grant = { order: "grant", email: `${userId}@example.test`, plan: "business", seats: null, endsAt };
  expect((await operator(grant)).status).toBe(200);
  expect(await bench.planOf(userId)).toBe("business");
  expect(await bench.planOf(userId, endsAt)).toBe("free");
  expect((await operator({ ...grant, plan: "free" })).status).toBe(200);
  expect(await bench.planOf(userId)).toBe("free");
  expect((await operator({ ...grant, email: "nobody@example.test" })).status).toBe(409);
  expect((await operator({ ...grant, plan: "team" })).status).toBe(400);
  expect((await call("/api/admin/plans", { method: "POST", json: grant })).status).toBe(401);
});

test("a team that was ordered and not paid for begins with the operator's grant", async () => {
  const { cookie, userId } = await signIn();
  const emails = ["a@team.test", "b@team.test", "c@team.test"];
  expect((await post("/api/acta/team/order", cookie, { emails, interval: "year", name: "Agenda" })).status).toBe(200);
  const teamOf = async () => teamAnswer.parse(await (await call("/api/acta/team", { cookie })).json()).team;
  expect(await teamOf()).toBeNull();
  const grant = { order: "grant", email: `${userId}@example.test`, plan: "team", seats: 5, endsAt: null };
  expect((await operator(grant)).status).toBe(200);
  expect(await teamOf()).toMatchObject({ name: "Agenda", managed: { seats: 5, invitations: [{}, {}, {}] } });
  expect((await operator({ ...grant, plan: "free", seats: null })).status).toBe(200);
  expect(await teamOf()).toMatchObject({ name: "Agenda", managed: { seats: 0 } });
  expect(await bench.planOf(userId)).toBe("free");
});

test("the operator's grant makes the team of a person who is in none, and none of a member of another", async () => {
  const [nora, otto] = [await signIn(), await signIn()];
  const grantTo = ({ userId }: typeof nora) =>
    operator({ order: "grant", email: `${userId}@example.test`, plan: "team", seats: 3, endsAt: null });
  expect((await grantTo(nora)).status).toBe(200);
  const { team } = teamAnswer.parse(await (await call("/api/acta/team", { cookie: nora.cookie })).json());
  expect(team).toMatchObject({ name: "Our team", role: "owner", managed: { seats: 3, invitations: [] } });
  await bench.db
    .insert(members)
    .values({ workspaceId: team?.id ?? "", userId: otto.userId, role: "member", joinedAt: 1 });
  expect((await grantTo(otto)).status).toBe(409);
});

test("two first orders of seats at once make one team and one page for payment", async () => {
  const { cookie, userId } = await signIn();
  const emails = ["a@team.test", "b@team.test", "c@team.test"];
  const order = () => post("/api/acta/team/order", cookie, { emails, interval: "year", name: "Agenda" });
  const answers = await Promise.all([order(), order()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(bench.stripe.state.sessions.size).toBe(1);
  const owned = await bench.db.select().from(members).where(eq(members.userId, userId));
  expect(owned.filter(({ workspaceId }) => workspaceId !== userId)).toHaveLength(1);
});

test("a team whose subscription ran out is ordered again in the settings, with a seat for each that is taken", async () => {
  const { cookie } = await signIn();
  const { workspaceId, subscription } = await bench.buyTeam(cookie);
  await bench.deliverAll();
  const settings = async () => (await call("/settings", { cookie })).text();
  expect(await settings()).not.toContain("Order 4 seats");
  bench.stripe.state.end(subscription);
  await bench.deliverAll();
  expect(await settings()).toContain("Order 4 seats for a year: €768");
  // One administrator and three invitations.
  const order = { plan: "team", interval: "year", workspaceId };
  const fewer = await post("/api/acta/billing/checkout", cookie, { ...order, seats: 3 });
  expect(await refusalOf(fewer)).toMatchObject({ status: 409, code: "seats-taken" });
  await bench.buy(cookie, { ...order, seats: 4 });
  await bench.deliverAll();
  expect(await seatsOf(bench.db, workspaceId, Date.now())).toBe(4);
});

test.each([
  [3, { less: true, more: false }],
  [4, { less: false, more: false }],
  [500, { less: false, more: true }],
])("of %i seats the settings offer no fewer than three and no more than 500", async (seats, disabled) => {
  const nora = await signIn();
  await makeTeam({ owner: nora, seats });
  const page = await (await call("/settings", { cookie: nora.cookie })).text();
  const isDisabled = (label: string) => {
    const [button] = new RegExp(`<button[^>]*aria-label="${label}"[^>]*>`, "u").exec(page) ?? [];
    if (button === undefined) throw new Error(`there is no button "${label}"`);
    return / disabled/u.test(button);
  };
  expect({ less: isDisabled("One seat less"), more: isDisabled("One seat more") }).toEqual(disabled);
});

test("a team that was ordered and not paid for can be paid no more once its person has joined another one", async () => {
  const [ordering, other] = await Promise.all([signIn(), signIn()]);
  const emails = ["a@team.test", "b@team.test", "c@team.test"];
  const ordered = await post("/api/acta/team/order", ordering.cookie, { emails, interval: "year", name: "Agenda" });
  const { url } = paymentPage.parse(await ordered.json());
  const session = bench.stripe.state.sessions.get(url.split("/").at(-1) ?? "");
  expect(session?.status).toBe("open");
  const teamId = await makeTeam({ owner: other });
  const token = "ab".repeat(32);
  await bench.db.insert(teamInvitations).values({
    id: `${teamId}-invited`,
    workspaceId: teamId,
    email: `${ordering.userId}@example.test`,
    tokenHash: await hashToken(token),
    invitedBy: other.userId,
    createdAt: 1,
    expiresAt: Date.now() + DAY_MS,
  });
  expect((await post(`/api/acta/invitations/${token}/accept`, ordering.cookie, {})).status).toBe(200);
  await vi.waitFor(() => expect(session?.status).toBe("expired"), SOON);
  await vi.waitFor(async () => {
    const rows = await bench.db.select().from(checkouts).where(eq(checkouts.createdBy, ordering.userId));
    expect(rows).toMatchObject([{ state: "expired" }]);
  }, SOON);
});

/** A person with the page for a plan of their own open, and the link of an invitation to another's paid team. */
async function invitedBuyer(plan: string) {
  const [buyer, other] = await Promise.all([signIn(), signIn()]);
  const session = await bench.startCheckout(buyer.cookie, { plan, interval: "year" });
  const teamId = await makeTeam({ owner: other });
  const token = buyer.userId.padEnd(64, "0").slice(0, 64);
  await bench.db.insert(teamInvitations).values({
    id: `${teamId}-invited`,
    workspaceId: teamId,
    email: `${buyer.userId}@example.test`,
    tokenHash: await hashToken(token),
    invitedBy: other.userId,
    createdAt: 1,
    expiresAt: Date.now() + DAY_MS,
  });
  const join = async () =>
    expect((await post(`/api/acta/invitations/${token}/accept`, buyer.cookie, {})).status).toBe(200);
  const states = async () => (await bench.checkoutsOf(buyer.userId)).map(({ state }) => state);
  return { buyer, session, join, states, teamId };
}

test.each(["pro", "business"])(
  "the open page for %s can be paid no more once its person has joined a team",
  async (plan) => {
    const { session, join, states } = await invitedBuyer(plan);
    await join();
    await vi.waitFor(() => expect(session.status).toBe("expired"), SOON);
    await vi.waitFor(async () => expect(await states()).toEqual(["expired"]), SOON);
  },
);

test("a page that could not be closed at joining is closed by the next sweep", async () => {
  const { session, join, states, buyer } = await invitedBuyer("pro");
  bench.stripe.orders.failures = [refusal(503)];
  await join();
  await vi.waitFor(() => expect(bench.stripe.orders.failures).toEqual([]), SOON);
  expect(session.status).toBe("open");
  await bench.db
    .update(checkouts)
    .set({ createdAt: Date.now() - CHECKOUT_LATE_MS })
    .where(eq(checkouts.workspaceId, buyer.userId));
  await reconcileBilling(bench.services);
  expect(session.status).toBe("expired");
  expect(await states()).toEqual(["expired"]);
});

test("a page that is paid in the moment of joining stays paid, and the person is told that they pay it", async () => {
  const { session, join, states, buyer } = await invitedBuyer("pro");
  bench.stripe.state.pay(session);
  await join();
  await vi.waitFor(async () => expect(await states()).toEqual(["complete"]), SOON);
  expect(await bench.subscriptionsOf(buyer.userId)).toMatchObject([{ status: "active", plan: "pro" }]);
  const section = (await (await call("/settings", buyer)).text()).split('id="plan"')[1];
  expect(section).toContain("You also pay for Pro yourself.");
  expect(section).toContain("Cancel the subscription");
});

test("a page that Stripe makes while its person joins a team is closed, and is not shown", async () => {
  const [buyer, owner] = await Promise.all([signIn(), signIn()]);
  bench.stripe.orders.failures = [
    // Price, customer, page.
    () => null,
    () => null,
    async () => {
      await makeTeam({ owner, others: [buyer] });
      return null;
    },
  ];
  const asked = post("/api/acta/billing/checkout", buyer.cookie, { plan: "pro", interval: "year" });
  expect(await refusalOf(await asked)).toMatchObject({ status: 409, code: "plan-included" });
  expect([...bench.stripe.state.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
  expect((await bench.checkoutsOf(buyer.userId)).map(({ state }) => state)).toEqual(["expired"]);
});

test("the sweep leaves a page open that its person may pay", async () => {
  const { session, buyer } = await invitedBuyer("pro");
  await bench.db
    .update(checkouts)
    .set({ createdAt: Date.now() - CHECKOUT_LATE_MS })
    .where(eq(checkouts.workspaceId, buyer.userId));
  await reconcileBilling(bench.services);
  expect(session.status).toBe("open");
});

test("an insider code is used as often as it says, and ends for all", async () => {
  const endsAt = Date.now() + DAY_MS;
  const made = await operator({ order: "code", plan: "insider", uses: 2, endsAt });
  const { code } = await made.json<{ code: string }>();
  const people = [await signIn(), await signIn(), await signIn()];
  const redeem = ({ cookie }: { cookie: string }, typed: string) =>
    post("/api/acta/billing/insider", cookie, { code: typed });
  const answers = await Promise.all(people.map((person) => redeem(person, code.toUpperCase())));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 422]);
  const winner = people[answers.findIndex(({ status }) => status === 200)];
  if (!winner) throw new Error("nobody got the code");
  // Again: the same answer, and no further use.
  expect((await redeem(winner, code)).status).toBe(200);
  expect(await bench.planOf(winner.userId)).toBe("insider");
  expect(await bench.planOf(winner.userId, endsAt)).toBe("free");
  expect((await redeem(winner, "no-such-code")).status).toBe(422);
  for (const table of [planHolds, insiderCodes]) {
    const rows = await bench.db.select().from(table);
    expect(rows.map(({ codeHash }) => codeHash)).toContain(await hashToken(code.replaceAll("-", "").toLowerCase()));
    expect(JSON.stringify(rows)).not.toContain(code);
  }
});

test("an insider code is logged when it is made and when it is used, and the code itself is not", async () => {
  const { workspaceId } = sessionActor((await signIn()).userId);
  const lines: [string, unknown][] = [];
  const services = { ...bench.services, log: (event: string, fields?: unknown) => void lines.push([event, fields]) };
  const { code } = await createInsiderCode(services, { plan: "insider", uses: 2, endsAt: Date.now() + DAY_MS });
  // Used twice by one person is one use.
  const redeem = () => redeemInsiderCode(services, { workspaceId }, code);
  expect(await redeem()).toEqual(await redeem());
  expect(lines).toEqual([
    ["billing.insider.made", { plan: "insider", uses: 2 }],
    ["billing.insider.used", { workspaceId, plan: "insider" }],
  ]);
});

test("a member of a team has its plan while they are in it, and nobody else does", async () => {
  const [admin, member, stranger] = [await signIn(), await signIn({ plan: "pro" }), await signIn()];
  const teamId = `team-${admin.userId}`;
  const joinedAt = Date.now();
  await bench.db.insert(workspaces).values({ id: teamId, kind: "team", createdAt: joinedAt });
  await bench.db.insert(members).values([
    { workspaceId: teamId, userId: admin.userId, role: "owner", joinedAt },
    { workspaceId: teamId, userId: member.userId, role: "member", joinedAt },
  ]);
  const team = { plan: "team", interval: "year", workspaceId: teamId, seats: 4 };
  expect((await post("/api/acta/billing/checkout", member.cookie, team)).status).toBe(404);
  expect((await post("/api/acta/billing/checkout", admin.cookie, { ...team, workspaceId: undefined })).status).toBe(
    422,
  );
  const { session, subscription } = await bench.buy(admin.cookie, team);
  expect(session.asked).toMatchObject({ price: { unit_amount: 19_200 }, quantity: 4 });
  await bench.deliverAll();
  expect(await Promise.all([admin, member, stranger].map(({ userId }) => bench.planOf(userId)))).toEqual([
    "team",
    "team",
    "free",
  ]);
  expect(await seatsOf(bench.db, teamId, Date.now())).toBe(4);
  expect((await call(`/purchase?session_id=${session.id}`, { cookie: member.cookie })).status).toBe(404);

  const change = (seats: number, taken: number) =>
    changeSeats(bench.services, { workspaceId: teamId, seats, taken: sql`${taken}` });
  expect(await change(6, 4)).toEqual({ ok: true, value: { seats: 6 } });
  expect(await seatsOf(bench.db, teamId, Date.now())).toBe(6);
  expect(await change(3, 4)).toEqual({ ok: false, reason: "seats-taken" });
  expect(await change(2, 1)).toEqual({ ok: false, reason: "invalid-payload" });
  expect(await change(4, 4)).toEqual({ ok: true, value: { seats: 4 } });
  expect(subscription.items.data[0]?.quantity).toBe(4);
  // Stripe refuses fewer seats: the paid number stays. A change first reads what is paid.
  const isRead = () => null;
  bench.stripe.orders.failures.push(isRead, refusal(402, "card_error"));
  await expect(change(3, 3)).rejects.toThrow("stripe failed (402)");
  expect(await seatsOf(bench.db, teamId, Date.now())).toBe(4);

  // While a seat is given up, nobody else changes the seats, and a reading of the subscription gives none back.
  const meanwhile: unknown[] = [];
  const { billing } = bench.services;
  if (billing === null) throw new Error("payments are off");
  bench.stripe.orders.failures.push(isRead, async () => {
    meanwhile.push(await change(6, 3));
    await projectSubscription({ ...bench.services, billing }, subscription.id);
    meanwhile.push(await seatsOf(bench.db, teamId, Date.now()));
    return null;
  });
  expect(await change(3, 3)).toEqual({ ok: true, value: { seats: 3 } });
  expect(meanwhile).toEqual([{ ok: false, reason: "seats-changing" }, 3]);
  expect(await seatsOf(bench.db, teamId, Date.now())).toBe(3);
  expect(await change(4, 3)).toEqual({ ok: true, value: { seats: 4 } });
  expect(await seatsOf(bench.db, teamId, Date.now())).toBe(4);

  await bench.db.delete(members).where(and(eq(members.workspaceId, teamId), eq(members.userId, member.userId)));
  expect(await bench.planOf(member.userId)).toBe("pro");
});

test("a plan is not sold to a person who has all of it for good, and is where theirs ends", async () => {
  const [granted, member, ending] = [await signIn({ plan: "business" }), await signIn(), await signIn()];
  await makeTeam({ owner: await signIn(), others: [member] });
  const endsAt = Date.now() + DAY_MS;
  await bench.db
    .insert(planHolds)
    .values({ id: "ending", workspaceId: ending.userId, source: "operator", plan: "business", startsAt: 1, endsAt });
  const buy = async ({ cookie }: { cookie: string }, plan: string) =>
    refusalOf(await post("/api/acta/billing/checkout", cookie, { plan, interval: "year" }));
  const message = "Your plan holds all of this one already. Nothing was charged.";
  for (const [person, plan] of [
    [granted, "pro"],
    [granted, "business"],
    [member, "business"],
  ] as const) {
    expect(await buy(person, plan)).toMatchObject({ status: 409, code: "plan-included", message });
  }
  expect(bench.stripe.state.sessions.size).toBe(0);
  await bench.startCheckout(ending.cookie, { plan: "pro", interval: "year" });
});

test("a person who pays a plan of their own and joins a team is told that they pay it still", async () => {
  const [nora, owner] = [await signIn(), await signIn()];
  await bench.buy(nora.cookie, { plan: "pro", interval: "year" });
  await bench.deliverAll();
  const told = "You also pay for Pro yourself.";
  const planSection = async () => (await (await call("/settings", nora)).text()).split('id="plan"')[1];
  expect(await planSection()).not.toContain(told);
  await makeTeam({ owner, others: [nora] });
  expect(await planSection()).toContain(told);
  expect(await planSection()).toContain("Cancel the subscription");
});

test("a recording outside the window is kept and locked, says since when, and opens with another plan", async () => {
  const { cookie, userId } = await signIn();
  const started = await startUpload(cookie);
  await putBytes(started, captioned);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  const recording = `/api/acta/meetings/${started.meetId}/recording`;
  expect((await call(recording, { cookie })).status).toBe(200);
  // The object writes the row again until the minutes are there.
  await vi.waitFor(async () => {
    const [row] = await bench.db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row?.status).toBe("SUMMARIZED");
  }, SOON);
  // The projection of a meeting that took place on 20 January is what lists and the lock read.
  const startsAt = Date.UTC(2026, 0, 20, 12);
  await bench.db.update(meetings).set({ startsAt }).where(eq(meetings.id, started.meetId));
  expect((await call(recording, { cookie })).status, "an old recording that was uploaded today").toBe(200);
  await bench.db.update(meetings).set({ createdAt: startsAt }).where(eq(meetings.id, started.meetId));
  expect(await refusalOf(await call(recording, { cookie }))).toMatchObject({
    status: 403,
    code: "outside-window",
    message: "This recording is locked",
  });
  const page = await (await call(`/${started.meetId}`, { cookie })).text();
  expect(page).toContain("This one is kept, and locked since Monday, 20 July 2026.");
  expect(page).not.toContain("<audio");
  await bench.db
    .insert(planHolds)
    .values({ id: started.meetId, workspaceId: userId, source: "operator", plan: "business", startsAt: 1 });
  expect((await call(recording, { cookie })).status).toBe(200);
});

test("an upload is locked six months after it was made, also with a date in the future", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { meetingDate: Date.UTC(2999, 0, 1) });
  await putBytes(started, captioned);
  expect((await finishUpload(cookie, started.meetId, { meetingDate: Date.UTC(2999, 0, 1) })).status).toBe(200);
  await vi.waitFor(async () => {
    const [row] = await bench.db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row).toMatchObject({ status: "SUMMARIZED", startsAt: Date.UTC(2999, 0, 1) });
  }, SOON);
  const recording = `/api/acta/meetings/${started.meetId}/recording`;
  expect((await call(recording, { cookie })).status).toBe(200);
  await bench.db
    .update(meetings)
    .set({ createdAt: Date.UTC(2026, 0, 20) })
    .where(eq(meetings.id, started.meetId));
  expect(await refusalOf(await call(recording, { cookie }))).toMatchObject({ status: 403, code: "outside-window" });
});
