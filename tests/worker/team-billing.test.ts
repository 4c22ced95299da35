import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paymentPage } from "#app/contracts/billing-answers.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { ORIGIN, post } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The order of a team and its subscription. Only Stripe stands in, and speaks Stripe's HTTP. */

let bench: ReturnType<typeof openBilling>;

beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

test("an administrator who comes back from Stripe's pages sees the team's change; a member reads nothing", async () => {
  const [nora, otto] = [await signIn(), await signIn()];
  const emails = ["a@team.test", "b@team.test", "c@team.test"];
  const ordered = await post("/api/acta/team/order", nora.cookie, { emails, interval: "year", name: "Agenda" });
  const { url } = paymentPage.parse(await ordered.json());
  const session = bench.stripe.state.sessions.get(url.split("/").at(-1) ?? "");
  if (!session) throw new Error("no page");
  bench.stripe.state.pay(session);
  await bench.deliverAll();
  const workspaceId = session.metadata["workspaceId"] ?? "";
  const [team] = await bench.db.select().from(teams).where(eq(teams.workspaceId, workspaceId));
  expect(team?.name).toBe("Agenda");
  await bench.db.insert(members).values({ workspaceId, userId: otto.userId, role: "member", joinedAt: 1 });
  const subscription = bench.stripe.state.subscriptions.get(session.subscription ?? "");
  if (!subscription) throw new Error("no subscription");
  bench.stripe.state.cancelLater(subscription, true);
  const comeBack = async ({ cookie }: { cookie: string }) => {
    const back = await exports.default.fetch(`${ORIGIN}/settings?billing=team`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    expect([back.status, back.headers.get("Location")]).toEqual([302, "/settings#team"]);
    return (await bench.subscriptionsOf(workspaceId))[0]?.cancelsAt ?? null;
  };
  expect(await comeBack(otto)).toBeNull();
  expect(await comeBack(nora)).toBeGreaterThan(Date.now());
  const portal = await post("/api/acta/billing/portal", nora.cookie, { to: { part: "overview" }, workspaceId });
  expect(portal.status).toBe(200);
  expect([...bench.stripe.state.portals.values()].at(-1)?.returnUrl).toBe(`${ORIGIN}/settings?billing=team`);
});

test.each([
  [{ company: "Clínica Sol" }, undefined, "Clínica Sol"],
  [{ locale: "en" }, "  Agenda  ", "Agenda"],
  [{ locale: "en" }, "", "Our team"],
  [{ locale: "fr" }, undefined, "Notre équipe"],
])("a team of %j that is called %j is %s, and never the person's name", async (person, name, expected) => {
  const { cookie, userId } = await signIn({ name: "Nora Puig" });
  await bench.db.update(users).set(person).where(eq(users.id, userId));
  const emails = ["a@team.test", "b@team.test", "c@team.test"];
  const order = { emails, interval: "year", ...(name === undefined ? {} : { name }) };
  expect((await post("/api/acta/team/order", cookie, order)).status).toBe(200);
  const mine = bench.db
    .select({ name: teams.name })
    .from(teams)
    .innerJoin(members, eq(members.workspaceId, teams.workspaceId));
  expect(await mine.where(eq(members.userId, userId))).toEqual([{ name: expected }]);
});
