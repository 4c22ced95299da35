import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { billingCustomers } from "#app/server/db/schema-billing.ts";
import { post, refusalOf } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** An operator deletes a customer at Stripe, which ends what it paid. The person can buy again. */

let bench: ReturnType<typeof openBilling>;

beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

test("a person whose customer was deleted at Stripe buys as a new one, once", async () => {
  const { cookie, userId } = await signIn();
  const { session, subscription } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("pro");

  const deleted = bench.stripe.state.customers.get(session.customer);
  if (deleted) deleted.deleted = true;
  bench.stripe.state.end(subscription);
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("free");

  // Two clicks at once, and one after them.
  const asked = { plan: "business", interval: "month" };
  const [one, two] = await Promise.all([bench.startCheckout(cookie, asked), bench.startCheckout(cookie, asked)]);
  expect(one.id).toBe(two.id);
  expect(one.customer).not.toBe(session.customer);
  expect((await bench.startCheckout(cookie, asked)).id).toBe(one.id);
  const rows = await bench.db.select().from(billingCustomers).where(eq(billingCustomers.workspaceId, userId));
  expect(rows.map(({ customerId }) => customerId)).toEqual([one.customer]);
  expect(bench.stripe.state.customers.size).toBe(2);
  bench.stripe.state.pay(one);
  await bench.deliverAll();
  expect(await bench.planOf(userId)).toBe("business");
});

test("the portal of a customer that was deleted at Stripe is refused as one without a subscription", async () => {
  const { cookie } = await signIn();
  const { session } = await bench.buy(cookie, { plan: "pro", interval: "month" });
  const deleted = bench.stripe.state.customers.get(session.customer);
  if (deleted) deleted.deleted = true;
  const portal = await post("/api/acta/billing/portal", cookie, { to: { part: "overview" } });
  expect(await refusalOf(portal)).toMatchObject({ status: 409, code: "no-subscription" });
});
