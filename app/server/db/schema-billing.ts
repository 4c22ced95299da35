import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Plans and payments in D1. Times are epoch ms. Amounts are never stored: they are in the plan table and at Stripe. */

/**
 * The reasons for which a workspace has a plan: a subscription, an insider code, or a grant of the operator. The plan in force is the
 * best one that has not ended (server/billing/plan-of.ts); a workspace without any is on the free plan.
 */
export const planHolds = sqliteTable(
  "plan_holds",
  {
    /** Of a subscription Stripe's id; else random. */
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    source: text().notNull(),
    plan: text().notNull(),
    /** Null on plans for one person. */
    seats: integer(),
    startsAt: integer().notNull(),
    /** Null while it goes on. */
    endsAt: integer(),
    /** Of an insider's grant: SHA-256 of the code, hex. */
    codeHash: text(),
  },
  ({ workspaceId, source, endsAt, codeHash }) => [
    index("plan_holds_workspace").on(workspaceId, endsAt),
    uniqueIndex("plan_holds_code").on(codeHash, workspaceId).where(sql`${codeHash} is not null`),
    check("plan_holds_source", sql`${source} in ('subscription', 'insider', 'operator')`),
  ],
);

/** The customer at Stripe who pays for a workspace. */
export const billingCustomers = sqliteTable(
  "billing_customers",
  {
    workspaceId: text().primaryKey(),
    customerId: text().notNull(),
    createdAt: integer().notNull(),
  },
  ({ customerId }) => [uniqueIndex("billing_customers_customer").on(customerId)],
);

/**
 * Addresses of administrators whose role has ended, until the team's customer at Stripe is known not to have them (decision 075). Only their
 * hashes: the account may be gone by then.
 */
export const billingLeavers = sqliteTable(
  "billing_leavers",
  {
    workspaceId: text().notNull(),
    /** SHA-256 of the address in lower case, hex. */
    addressHash: text().notNull(),
    /** 0 before the first time. */
    triedAt: integer().notNull(),
  },
  ({ workspaceId, addressHash }) => [primaryKey({ columns: [workspaceId, addressHash] })],
);

/** Each subscription as Stripe last described it. Only the projection writes it. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    customerId: text().notNull(),
    /** Stripe's word. */
    status: text().notNull(),
    plan: text().notNull(),
    interval: text().notNull(),
    seats: integer(),
    /** The item that holds the price: changes of seats name it. */
    itemId: text().notNull(),
    periodEndsAt: integer().notNull(),
    /** When it ends because somebody cancelled it; null while it renews. */
    cancelsAt: integer(),
    /** Since when a payment is owed; null when none is. Kept where Stripe ended the subscription because of it. */
    owedSince: integer(),
    /** When it was read. */
    readAt: integer().notNull(),
    /** The `owedSince` for which the mail was sent. */
    owedMailFor: integer(),
    /** The `owedSince` for which it was mailed that the plan has ended. */
    endedMailFor: integer(),
    /** A change of seats that is under way: the number asked for, and until when no other change may begin. */
    seatsAsked: integer(),
    seatsAskedUntil: integer(),
    /** When it was mailed that the workspace pays this one beside another. */
    doubleToldAt: integer(),
  },
  ({ workspaceId, readAt }) => [
    index("subscriptions_workspace").on(workspaceId),
    index("subscriptions_read").on(readAt),
  ],
);

/**
 * Readings of a subscription at Stripe, by number: the last one that was begun, and the last one that was written (0: none). A reading is
 * written unless a later one has been (decision 075).
 */
export const subscriptionReads = sqliteTable("subscription_reads", {
  id: text().primaryKey(),
  begun: integer().notNull(),
  written: integer().notNull().default(0),
});

/** Notifications of Stripe by their id: each is worked off once. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    subscriptionId: text(),
    sessionId: text(),
    receivedAt: integer().notNull(),
    doneAt: integer(),
  },
  ({ receivedAt, doneAt }) => [
    index("stripe_events_received").on(receivedAt),
    index("stripe_events_open").on(receivedAt).where(sql`${doneAt} is null`),
  ],
);

/** Started purchases. A workspace has one open at a time, so that a double click makes one. */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** The person who began it. */
    createdBy: text().notNull(),
    plan: text().notNull(),
    interval: text().notNull(),
    seats: integer(),
    state: text().notNull(),
    /** Stripe's id and address of its page; null until Stripe has answered. */
    sessionId: text(),
    url: text(),
    subscriptionId: text(),
    createdAt: integer().notNull(),
    /** The language of Stripe's page: a repetition must ask for the same one. Null in rows of before it was kept. */
    locale: text(),
  },
  ({ workspaceId, state, sessionId, createdAt }) => [
    uniqueIndex("checkouts_open").on(workspaceId).where(sql`${state} = 'open'`),
    uniqueIndex("checkouts_session").on(sessionId).where(sql`${sessionId} is not null`),
    index("checkouts_workspace").on(workspaceId),
    index("checkouts_state").on(state, createdAt),
    check("checkouts_state_word", sql`${state} in ('open', 'complete', 'expired')`),
  ],
);

/** Codes that grant an insider plan. The code itself is not stored. */
export const insiderCodes = sqliteTable("insider_codes", {
  /** SHA-256 of the code, hex. */
  codeHash: text().primaryKey(),
  plan: text().notNull(),
  usesMax: integer().notNull(),
  uses: integer().notNull().default(0),
  /** When the code and every plan that it granted end. */
  endsAt: integer().notNull(),
  createdAt: integer().notNull(),
});
