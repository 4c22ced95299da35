import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endPayments } from "#app/server/billing/end-subscriptions.ts";
import { keepContacts } from "#app/server/billing/keep-contact.ts";
import { reconcileBilling } from "#app/server/billing/reconcile.ts";
import { accountDeletions, members, users } from "#app/server/db/schema-account.ts";
import { billingLeavers } from "#app/server/db/schema-billing.ts";
import { leaveTeams } from "#app/server/teams/leave-teams.ts";
import { refusal } from "#tests/fakes/stripe.ts";
import { call, post } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The address to which Stripe mails a team's invoices, when an administrator goes (decision 075). */

const SOON = { timeout: 60_000, interval: 50 };
let bench: ReturnType<typeof openBilling>;

beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

type Person = Awaited<ReturnType<typeof signIn>>;
const addressOf = ({ userId }: { userId: string }) => `${userId}@example.test`;
const remove = ({ cookie }: Person, { userId }: Person) =>
  call(`/api/acta/team/members/${userId}`, { method: "DELETE", cookie });
const setRole = ({ cookie }: Person, { userId }: Person, role: string) =>
  call(`/api/acta/team/members/${userId}`, { method: "PUT", cookie, json: { role } });

/** A team that Nora has ordered and paid for; Otto administers it too, and Ida is a member of longer standing than he is. */
async function paidTeam() {
  const [nora, otto, ida] = await Promise.all([signIn(), signIn(), signIn()]);
  const { workspaceId } = await bench.buyTeam(nora.cookie);
  await bench.deliverAll();
  await bench.db.insert(members).values([
    { workspaceId, userId: ida.userId, role: "member", joinedAt: Date.now() + 1 },
    { workspaceId, userId: otto.userId, role: "owner", joinedAt: Date.now() + 2 },
  ]);
  const [customer] = bench.stripe.state.customers.values();
  if (!customer) throw new Error("the order made no customer");
  expect(customer.email).toBe(addressOf(nora));
  return { nora, otto, ida, workspaceId, customer };
}
type Team = Awaited<ReturnType<typeof paidTeam>>;
const notesOf = (workspaceId: string) =>
  bench.db.select().from(billingLeavers).where(eq(billingLeavers.workspaceId, workspaceId));

const WAYS: readonly { way: string; go: (team: Team) => Promise<unknown> }[] = [
  { way: "leaves", go: ({ nora }) => remove(nora, nora) },
  { way: "is removed", go: ({ nora, otto }) => remove(otto, nora) },
  { way: "becomes a member", go: ({ nora, otto }) => setRole(otto, nora, "member") },
  { way: "hands the team on and stays", go: ({ nora }) => setRole(nora, nora, "member") },
  {
    way: "deletes their account",
    go: async ({ nora }) => {
      await leaveTeams(bench.services, nora.userId);
      await bench.db.delete(users).where(eq(users.id, nora.userId));
      await keepContacts(bench.services, null);
    },
  },
];

test.each(WAYS)("invoices go to another administrator when the one who ordered $way", async ({ go }) => {
  const team = await paidTeam();
  await go(team);
  await vi.waitFor(() => expect(team.customer.email).toBe(addressOf(team.otto)), SOON);
  await vi.waitFor(async () => expect(await notesOf(team.workspaceId)).toEqual([]), SOON);
});

test.each(WAYS)(
  "the one who ordered $way while Stripe is down, and the sweep repeats the change once",
  async ({ go }) => {
    const team = await paidTeam();
    const asked: string[] = [];
    bench.stripe.orders.failures = [
      ({ url }) => {
        asked.push(url);
        return refusal(503)();
      },
    ];
    await go(team);
    await vi.waitFor(() => expect(asked).toHaveLength(1), SOON);
    const administrators = await bench.db
      .select({ userId: members.userId })
      .from(members)
      .where(and(eq(members.workspaceId, team.workspaceId), eq(members.role, "owner")));
    expect(administrators).toEqual([{ userId: team.otto.userId }]);
    expect(team.customer.email).toBe(addressOf(team.nora));
    expect(await notesOf(team.workspaceId)).toHaveLength(1);
    expect(JSON.stringify(await notesOf(team.workspaceId))).not.toContain("@");
    await reconcileBilling(bench.services);
    expect(team.customer.email).toBe(addressOf(team.otto));
    expect(await notesOf(team.workspaceId)).toEqual([]);
    bench.stripe.waiting.length = 0;
    await reconcileBilling(bench.services);
    expect(bench.stripe.waiting.filter(({ type }) => type === "customer.updated")).toEqual([]);
  },
);

test.each([409, 429, 503])(
  "a change of the address that Stripe answers with %i is made by the next sweep",
  async (status) => {
    const team = await paidTeam();
    // The reading is answered, the change is not.
    bench.stripe.orders.failures = [() => null, refusal(status)];
    await remove(team.nora, team.nora);
    await vi.waitFor(() => expect(bench.stripe.orders.failures).toEqual([]), SOON);
    expect(team.customer.email).toBe(addressOf(team.nora));
    await reconcileBilling(bench.services);
    expect(team.customer.email).toBe(addressOf(team.otto));
    expect(await notesOf(team.workspaceId)).toEqual([]);
  },
);

test("the deletion of the account of the one who ordered changes the address at Stripe, and leaves no note", async () => {
  const team = await paidTeam();
  const { cookie, userId } = team.nora;
  expect((await post("/api/acta/user/delete", cookie, { confirmation: addressOf(team.nora) })).status).toBe(204);
  await vi.waitFor(async () => {
    const [deletion] = await bench.db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId));
    expect(deletion?.finishedAt).toEqual(expect.any(Number));
  }, SOON);
  expect(team.customer.email).toBe(addressOf(team.otto));
  expect(await notesOf(team.workspaceId)).toEqual([]);
});

test("the heir of a team whose only administrator deletes their account gets its invoices", async () => {
  const team = await paidTeam();
  await setRole(team.nora, team.otto, "member");
  await leaveTeams(bench.services, team.nora.userId);
  await keepContacts(bench.services, null);
  expect(team.customer.email).toBe(addressOf(team.ida));
});

test("an address that is not the leaver's stays, as one of a bookkeeper", async () => {
  const team = await paidTeam();
  team.customer.email = "books@example.test";
  await remove(team.nora, team.nora);
  await keepContacts(bench.services, team.workspaceId);
  await vi.waitFor(async () => expect(await notesOf(team.workspaceId)).toEqual([]), SOON);
  expect(team.customer.email).toBe("books@example.test");
});

test("the address of a second administrator that stands at Stripe follows in the same way, whatever its letters", async () => {
  const team = await paidTeam();
  team.customer.email = addressOf(team.otto).toUpperCase();
  await remove(team.nora, team.otto);
  await vi.waitFor(() => expect(team.customer.email).toBe(addressOf(team.nora)), SOON);
});

test("an administrator who leaves and is one again before the change keeps their address", async () => {
  const team = await paidTeam();
  bench.stripe.orders.failures = [refusal(503)];
  await setRole(team.otto, team.nora, "member");
  await vi.waitFor(() => expect(bench.stripe.orders.failures).toEqual([]), SOON);
  await setRole(team.otto, team.nora, "owner");
  await keepContacts(bench.services, team.workspaceId);
  await vi.waitFor(async () => expect(await notesOf(team.workspaceId)).toEqual([]), SOON);
  expect(team.customer.email).toBe(addressOf(team.nora));
});

test("an heir who leaves while Stripe is asked is followed by the next administrator", async () => {
  const team = await paidTeam();
  await setRole(team.nora, team.ida, "owner");
  await bench.db.update(members).set({ joinedAt: 1 }).where(eq(members.userId, team.otto.userId));
  bench.stripe.orders.failures = [
    () => null,
    async () => {
      await bench.db.delete(members).where(eq(members.userId, team.otto.userId));
      return null;
    },
  ];
  await remove(team.nora, team.nora);
  await vi.waitFor(() => expect(team.customer.email).toBe(addressOf(team.otto)), SOON);
  await reconcileBilling(bench.services);
  expect(team.customer.email).toBe(addressOf(team.ida));
  await vi.waitFor(async () => {
    await reconcileBilling(bench.services);
    expect(await notesOf(team.workspaceId)).toEqual([]);
  }, SOON);
});

test("Stripe mails nobody where no administrator has an address, and nothing fails where it has no such customer", async () => {
  const team = await paidTeam();
  await bench.db.update(users).set({ emailVerified: false }).where(eq(users.id, team.otto.userId));
  await remove(team.nora, team.nora);
  await vi.waitFor(() => expect(team.customer.email).toBeNull(), SOON);
  const other = await paidTeamWithoutCustomer();
  await vi.waitFor(async () => expect(await notesOf(other)).toEqual([]), SOON);
});

async function paidTeamWithoutCustomer(): Promise<string> {
  bench.stripe.state.customers.clear();
  const team = await paidTeam();
  bench.stripe.state.customers.clear();
  expect((await remove(team.nora, team.nora)).status).toBe(200);
  return team.workspaceId;
}

test("a member's leaving asks Stripe nothing, and the end of a team leaves no note behind", async () => {
  const team = await paidTeam();
  const asked: string[] = [];
  bench.stripe.orders.failures = [
    ({ url }) => {
      asked.push(url);
      return null;
    },
  ];
  await remove(team.ida, team.ida);
  await keepContacts(bench.services, null);
  expect(asked).toEqual([]);
  expect(await notesOf(team.workspaceId)).toEqual([]);
  await bench.db.insert(billingLeavers).values({ workspaceId: team.workspaceId, addressHash: "a", triedAt: 0 });
  await endPayments(bench.services, [team.workspaceId], AbortSignal.timeout(20_000));
  expect(await notesOf(team.workspaceId)).toEqual([]);
});
