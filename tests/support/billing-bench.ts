import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { paymentPage } from "#app/contracts/billing.ts";
import type { UserId } from "#app/domain/ids.ts";
import { planOf } from "#app/server/workspace/plan-of.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { checkouts, subscriptions } from "#app/server/db/schema-billing.ts";
import { playStripe, STRIPE_ORIGIN } from "#tests/fakes/stripe.ts";
import { call, post } from "#tests/support/api.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** For worker tests: the whole Worker with the stand-in for Stripe behind `fetch`. Call `vi.restoreAllMocks()` after each test. */
export function openBilling() {
  const db = openDatabase(env.DB);
  const stripe = playStripe({ send: (request) => exports.default.fetch(request) });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const answer = request.url.startsWith(`${STRIPE_ORIGIN}/`) ? await stripe.answer(request) : null;
    return answer ?? new Response(null, { status: 500 });
  });
  const services = composeServices(workerEnv, () => undefined);
  return {
    db,
    stripe,
    services,

    /** The page for payment that the app opens. */
    async startCheckout(cookie: string, body: object) {
      const answer = await post("/api/acta/billing/checkout", cookie, body);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      const { url } = paymentPage.parse(await answer.json());
      const session = stripe.state.sessions.get(url.split("/").at(-1) ?? "");
      if (!session) throw new Error(`there is no page at ${url}`);
      return session;
    },

    /** A paid subscription of which the app has not heard. */
    async buy(cookie: string, body: object) {
      const session = await this.startCheckout(cookie, body);
      stripe.state.pay(session);
      const subscription = stripe.state.subscriptions.get(session.subscription ?? "");
      if (!subscription) throw new Error("the payment made no subscription");
      return { session, subscription };
    },

    /** A team of four seats that its administrator has ordered and paid for, of which the app has not heard. */
    async buyTeam(cookie: string) {
      // The administrator has a seat, as the page proposes.
      const session = await (await call("/api/auth/session", { cookie })).json<{ user: { email: string } }>();
      const emails = [session.user.email, "a@team.test", "b@team.test", "c@team.test"];
      const ordered = await post("/api/acta/team/order", cookie, { emails, interval: "year", name: "Agenda" });
      const { url } = paymentPage.parse(await ordered.json());
      const paid = stripe.state.sessions.get(url.split("/").at(-1) ?? "");
      if (!paid) throw new Error(`there is no page at ${url}`);
      stripe.state.pay(paid);
      const subscription = stripe.state.subscriptions.get(paid.subscription ?? "");
      if (!subscription) throw new Error("the payment made no subscription");
      return { workspaceId: paid.metadata["workspaceId"] ?? "", subscription };
    },

    /** Notifications that wait, in their order. */
    async deliverAll() {
      for (const event of stripe.waiting.splice(0)) {
        const answer = await stripe.deliver(event);
        if (answer.status !== 200) throw new Error(`${event.type}: ${answer.status}`);
      }
    },

    planOf: (userId: UserId, at = Date.now()) => planOf(db, userId, at),
    checkoutsOf: (workspaceId: string) => db.select().from(checkouts).where(eq(checkouts.workspaceId, workspaceId)),
    subscriptionsOf: (workspaceId: string) =>
      db.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId)),
  };
}
