import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paymentPage } from "#app/contracts/billing.ts";
import { teamAnswer } from "#app/contracts/teams.ts";
import { planOf } from "#app/server/workspace/plan-of.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** §5: a seat is an address, three at least. The administrator has one where their own address is among them. */

let bench: ReturnType<typeof openBilling>;
beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

const OTHERS = ["a@seats.test", "b@seats.test", "c@seats.test", "d@seats.test"];

/** A person with an address, and the page for payment of what they order. */
async function administrator() {
  const { userId, cookie } = await signIn();
  const email = `${userId}@seats.test`;
  await bench.db.update(users).set({ email, emailVerified: true }).where(eq(users.id, userId));
  return {
    userId,
    cookie,
    email,
    async order(emails: string[]) {
      const answer = await post("/api/acta/team/order", cookie, { emails, interval: "year" });
      expect(answer.status).toBe(200);
      const { url } = paymentPage.parse(await answer.json());
      const session = bench.stripe.state.sessions.get(url.split("/").at(-1) ?? "");
      if (!session) throw new Error("the order made no page");
      return { session, teamId: session.metadata["workspaceId"] ?? "" };
    },
    team: async () => teamAnswer.parse(await (await call("/api/acta/team", { cookie })).json()).team,
    plan: () => planOf(bench.db, userId, Date.now()),
  };
}
test("three addresses are three seats and three prices, the administrator's own among them", async () => {
  const nora = await administrator();
  const { session } = await nora.order([nora.email.toUpperCase(), ...OTHERS.slice(0, 2)]);
  expect(session.asked.quantity).toBe(3);
  bench.stripe.state.pay(session);
  await bench.deliverAll();
  expect(await nora.team()).toMatchObject({
    members: [{ isYou: true, hasSeat: true }],
    managed: { seats: 3, invitations: [{ email: OTHERS[0] }, { email: OTHERS[1] }] },
  });
  expect(await nora.plan()).toBe("team");
});

test("an administrator whose address is not among the seats manages the team without one, and keeps their own plan", async () => {
  const nora = await administrator();
  const { session } = await nora.order(OTHERS.slice(0, 3));
  expect(session.asked.quantity).toBe(3);
  bench.stripe.state.pay(session);
  await bench.deliverAll();
  expect(await nora.team()).toMatchObject({
    role: "owner",
    members: [{ isYou: true, hasSeat: false }],
    managed: { seats: 3, invitations: OTHERS.slice(0, 3).map((email) => ({ email })) },
  });
  expect(await nora.plan()).toBe("free");
});

test("an administrator without a seat takes a free one by an invitation, or with the role of a member", async () => {
  const nora = await administrator();
  const { session, teamId } = await nora.order(OTHERS.slice(0, 3));
  bench.stripe.state.pay(session);
  await bench.deliverAll();
  const invite = () => post("/api/acta/team/invitations", nora.cookie, { email: nora.email });
  expect((await refusalOf(await invite())).code).toBe("seats-taken");
  const otto = await signIn();
  await bench.db
    .insert(members)
    .values({ workspaceId: teamId, userId: otto.userId, role: "owner", joinedAt: 2, hasSeat: false });
  const lower = () =>
    call(`/api/acta/team/members/${otto.userId}`, { method: "PUT", cookie: nora.cookie, json: { role: "member" } });
  expect((await refusalOf(await lower())).code).toBe("seats-taken");
  const [first] = (await nora.team())?.managed?.invitations ?? [];
  await call(`/api/acta/team/invitations/${first?.id}`, { method: "DELETE", cookie: nora.cookie });
  expect((await lower()).status).toBe(200);
  const [row] = await bench.db
    .select()
    .from(members)
    .where(and(eq(members.workspaceId, teamId), eq(members.userId, otto.userId)));
  expect(row).toMatchObject({ role: "member", hasSeat: true });
});

test("a second order before the payment replaces the seat of the first", async () => {
  const nora = await administrator();
  await nora.order(OTHERS.slice(0, 3));
  const { session } = await nora.order([nora.email, ...OTHERS.slice(0, 3)]);
  expect(session.asked.quantity).toBe(4);
  bench.stripe.state.pay(session);
  await bench.deliverAll();
  expect(await nora.team()).toMatchObject({ members: [{ hasSeat: true }], managed: { seats: 4 } });
});
