import type { ReactElement } from "react";
import { beforeAll, expect, test } from "vitest";
import type { BillingView, SubscriptionView } from "#app/contracts/billing.ts";
import type { JoinFormAnswer, TeamAnswer, VisibilityAnswer } from "#app/contracts/teams.ts";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import { PLAN_TERMS } from "#app/domain/plan/plans.ts";
import { CURRENCY, priceOf } from "#app/domain/plan/prices.ts";
import { PlansSection } from "#app/features/pricing/plans-section.tsx";
import { PricingPage } from "#app/features/pricing/pricing-page.tsx";
import { PurchasePage } from "#app/features/pricing/purchase-page.tsx";
import { TeamPayment } from "#app/features/pricing/subscription-parts.tsx";
import { JoinPage } from "#app/features/teams/join-page.tsx";
import { SeatsPage } from "#app/features/teams/seats-page.tsx";
import { SeatsTotal } from "#app/features/teams/seats-total.tsx";
import { TeamSection } from "#app/features/teams/team-section.tsx";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { renderScreen, textsOf } from "#tests/support/render-screen.tsx";

/** §1, §2, §5, §8: every state of the screens of plans, payments and teams, with its texts in four languages. */

const AT = Date.UTC(2026, 10, 25, 12);
const PRICES = { month: priceOf("team", "month"), year: priceOf("team", "year"), currency: CURRENCY };
const SUBSCRIPTION: SubscriptionView = {
  plan: "pro",
  interval: "year",
  seats: null,
  periodEndsAt: AT,
  cancelsAt: null,
  graceEndsAt: null,
};
const FREE: BillingView = {
  payments: true,
  plan: "free",
  source: null,
  grantEndsAt: null,
  subscription: null,
  hasInvoices: false,
};
const PAID: BillingView = {
  ...FREE,
  plan: "pro",
  source: "subscription",
  subscription: SUBSCRIPTION,
  hasInvoices: true,
};
const billed = (over: Partial<SubscriptionView>): BillingView => ({
  ...PAID,
  subscription: { ...SUBSCRIPTION, ...over },
});

const TEAM: NonNullable<TeamAnswer["team"]> = {
  id: "t",
  name: "Gabinet Font",
  role: "member",
  membersEdit: false,
  defaults: { template: { id: "a", name: "Visita" }, language: "ca", visibility: "team" },
  members: [
    { userId: "a", name: "Aina", email: "aina@font.example", role: "owner", isYou: false, hasSeat: true },
    { userId: "b", name: "Biel", email: "biel@font.example", role: "member", isYou: true, hasSeat: true },
    { userId: "c", name: "Clara", email: "clara@font.example", role: "owner", isYou: false, hasSeat: true },
  ],
};
const MANAGED: NonNullable<typeof TEAM.managed> = {
  seats: 6,
  templates: [{ id: "a", name: "Visita" }],
  invitations: [
    { id: "1", email: "c@font.example", state: "unsent", expiresAt: null },
    { id: "2", email: "d@font.example", state: "sent", expiresAt: AT },
    { id: "3", email: "e@font.example", state: "expired", expiresAt: 1 },
  ],
  usage: { uploads: 1, recordings: 1, meetings: 1 },
  payment: { subscription: { ...SUBSCRIPTION, plan: "team", seats: 6 } },
};
const MONTHLY_TEAM: SubscriptionView = { ...SUBSCRIPTION, plan: "team", interval: "month", seats: 6 };
const OWNED: typeof TEAM = {
  ...TEAM,
  role: "owner",
  members: TEAM.members.map((member) => ({ ...member, isYou: member.userId === "a" })),
  managed: MANAGED,
};
const SHOWN: VisibilityAnswer = { visibility: "named", people: ["x@font.example"], team: "Gabinet Font" };
const INVITED = { team: "Gabinet Font", inviter: "Aina", email: "biel@font.example", showsNew: false } as const;

const pricing = (billing: BillingView) => (
  <PricingPage
    billing={billing}
    terms={PLAN_TERMS}
    used={{ uploads: 3, recordings: 2 }}
    graceDays={14}
    contactEmail="o@acta.example"
  />
);
const section = (billing: BillingView, limit: number | null = null) => (
  <PlansSection billing={billing} usage={{ uploads: { used: 3, limit }, recordings: { used: 1, limit } }} />
);
const CHOICES = [
  { name: "google", label: "Google" },
  { name: "microsoft", label: "Microsoft" },
] as const;
const join = (answered: JoinFormAnswer["shown"] | null, problem: JoinFormAnswer["problem"] = null) => (
  <JoinPage token="x" here="/join/x" signIn="/in" choices={CHOICES} answer={answered && { shown: answered, problem }} />
);
const accepting = { ...INVITED, state: "accept" } as const;
const seats = (over: Partial<Parameters<typeof SeatsPage>[0]>) => (
  <SeatsPage
    interval="year"
    prices={PRICES}
    own="aina@font.example"
    company={null}
    standing={null}
    payments
    contactEmail="o@acta.example"
    {...over}
  />
);
const total = (over: Partial<Parameters<typeof SeatsTotal>[0]>) => (
  <SeatsTotal
    seats={3}
    interval="year"
    onInterval={() => {}}
    prices={PRICES}
    busy={false}
    error={null}
    hint={null}
    {...over}
  />
);
const team = (answer: TeamAnswer["team"], over: Partial<VisibilityAnswer> = {}) => (
  <TeamSection initial={{ team: answer }} visibility={{ ...SHOWN, ...over }} Payment={TeamPayment} />
);

/** The states of each screen. */
const SCREENS: Readonly<Record<string, Readonly<Record<string, ReactElement>>>> = {
  pricing: {
    free: pricing(FREE),
    "paid by year": pricing(PAID),
    "paid by month": pricing(billed({ interval: "month" })),
    cancelled: pricing(billed({ cancelsAt: AT })),
    insider: pricing({ ...FREE, plan: "insider", source: "insider", grantEndsAt: AT }),
    "from a team": pricing({ ...FREE, plan: "team", source: "team" }),
    "payments off": pricing({ ...FREE, payments: false }),
  },
  purchase: {
    paid: <PurchasePage state="done" plan="pro" isTeam={false} />,
    "paid by a team": <PurchasePage state="done" plan="team" isTeam />,
    waiting: <PurchasePage state="waiting" plan="pro" isTeam={false} />,
    unread: <PurchasePage state="unread" plan="pro" isTeam={false} />,
    "not paid": <PurchasePage state="not-paid" plan="free" isTeam={false} />,
  },
  "section of plans": {
    free: section(FREE, 15),
    renews: section(PAID),
    "paid monthly": section(billed({ interval: "month" })),
    cancelled: section(billed({ cancelsAt: AT })),
    owed: section(billed({ graceEndsAt: AT })),
    insider: section({ ...FREE, plan: "insider-pro", source: "insider", grantEndsAt: AT }),
    granted: section({ ...FREE, plan: "business", source: "operator" }),
    "granted until": section({ ...FREE, plan: "business", source: "operator", grantEndsAt: AT }),
    member: section({ ...FREE, plan: "team", source: "team" }),
    "member who pays too": section({ ...PAID, plan: "team", source: "team" }),
  },
  seats: {
    "order by year": seats({}),
    "order by month": seats({ interval: "month" }),
    administrator: seats({ standing: "owner" }),
    member: seats({ standing: "member" }),
    "payments off": seats({ payments: false }),
    processing: total({ busy: true }),
    "one seat": total({ seats: 1 }),
  },
  join: {
    loading: join(null),
    invalid: join({ state: "invalid" }),
    mismatch: join({ ...INVITED, state: "mismatch", signedInAs: "b@b.example" }),
    "no confirmed address": join({ ...INVITED, state: "mismatch", signedInAs: null }),
    "sign in": join({ ...INVITED, state: "sign-in" }),
    accept: join(accepting),
    "accept what shows": join({ ...accepting, showsNew: true }),
    "another team": join(accepting, "other-team"),
    "unpaid seat": join(accepting, "seat-unpaid"),
    accepted: join({ ...INVITED, state: "accepted" }),
    declined: join({ state: "declined", inviter: "Aina" }),
  },
  "section of the team": {
    "in no team": team(null, { team: null }),
    member: team(TEAM, { ofTeam: { visibility: "team", isUsed: false } }),
    "without defaults": team({ ...TEAM, defaults: { template: null, language: null, visibility: null } }),
    administrator: team(OWNED),
    "administrator without a seat": team({
      ...OWNED,
      members: OWNED.members.map((each) => ({ ...each, hasSeat: false })),
    }),
    "several counts": team({
      ...OWNED,
      managed: { ...MANAGED, seats: 9, usage: { uploads: 2, recordings: 2, meetings: 2 } },
    }),
    "paid monthly": team({ ...OWNED, managed: { ...MANAGED, payment: { subscription: MONTHLY_TEAM } } }),
    "lapsed payment": team({ ...OWNED, managed: { ...MANAGED, seats: 0, payment: { subscription: null } } }),
  },
};

/** Texts that come with a click, an answer or time, and those of other screens. Their translations are compared in tests/unit/i18n/texts.test.ts. */
const NOT_AT_FIRST = [
  /^(pricing|seats|team|team\.join)\.error\.(?!empty$)/,
  /^pricing\.(processing|purchase\.waitingLong|section\.redeemed|locked\..+)$/,
  /^(seats\.(withoutYours|takeYours)|team\.(join\.(failed|again)|saved|seats(Save|Year|Month)|(remove|leave|end)Ask\..+|done\..+|defaults\.saved))$/,
  // Of the dialog for sharing and of the meeting's page.
  /^team\.visibility\.(heading|lead|saved|failed|open|close|shownBy)$/,
];

/** The specification's texts and prices, with the state that shows each. */
const SPECIFIED = [
  ["seats: order by year", "Invite your team to Acta Team"],
  ["seats: order by year", "Save 20%"],
  ["seats: processing", "Processing..."],
  ["pricing: from a team", "Included in your plan"],
  // §9: 6 seats of €20 a month, and of €192 a year.
  ["section of the team: administrator", "Change to monthly payment: €120"],
  ["section of the team: paid monthly", "Change to yearly payment: €1,152"],
  ["pricing: free", "Save 20%"],
  ["pricing: free", "15 uploads"],
  ["pricing: free", "15 recordings of online meetings"],
  ["pricing: free", "Recordings of the last 6 months"],
  ["join: invalid", "Invalid or expired invitation"],
  ["join: mismatch", "Email mismatch"],
  ["join: another team", "Could not accept invitation"],
  ["join: unpaid seat", "Could not accept invitation"],
] as const;

const TEXTS = { en, es, ca, fr };
const shown = new Map<Locale, Map<string, string>>();

beforeAll(async () => {
  for (const locale of LOCALES) {
    const states = Object.entries(SCREENS).flatMap(([screen, each]) =>
      Object.entries(each).map(([state, element]) => [`${screen}: ${state}`, element] as const),
    );
    const texts = await Promise.all(
      states.map(async ([name, element]) => [name, textsOf(await renderScreen(locale, element))] as const),
    );
    shown.set(locale, new Map(texts));
  }
});

function flat(tree: object, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? flat(value, `${path}.${key}`) : [[`${path}.${key}`, String(value)]],
  );
}

/** Whether the parts of a text stand in a page in their order, with a value for each place between them. Marks are elements of the page. */
function isIn(page: string, text: string): boolean {
  let from = 0;
  return text
    .replaceAll(/<\/?\w+>/g, "")
    .split(/\{\{\s*\w+\s*\}\}/)
    .every((part) => {
      const at = page.indexOf(part, from);
      from = at + part.length;
      return at !== -1;
    });
}

test.each(LOCALES)("some state shows each text of these screens in %s", (locale) => {
  const pages = [...(shown.get(locale)?.values() ?? [])];
  const { pricing: plans, seats: ordered, team: teams } = TEXTS[locale];
  const texts = [...flat(plans, "pricing"), ...flat(ordered, "seats"), ...flat(teams, "team")];
  const missing = texts.filter(([, text]) => !pages.some((page) => isIn(page, text))).map(([key]) => key);
  expect(missing.filter((key) => !NOT_AT_FIRST.some((pattern) => pattern.test(key)))).toEqual([]);
});

test.each(LOCALES)("each state has its own words in %s, without a key or an empty place", (locale) => {
  const states = [...(shown.get(locale) ?? [])];
  expect(states.length).toBeGreaterThan(40);
  expect(new Set(states.map(([, text]) => text)).size).toBe(states.length);
  for (const [state, text] of states) expect(text, state).not.toMatch(/\{\{|undefined|NaN|>[a-z]+(?:\.[a-zA-Z]+)+</u);
});

test.each(SPECIFIED)("%s: '%s'", (state, text) => {
  expect(shown.get("en")?.get(state)).toContain(text);
});

test("the messages of seats and purchases are the specification's", () => {
  expect([...Object.values(en.seats.error), en.pricing.error.noBilling]).toEqual(
    expect.arrayContaining([
      "Please enter at least 3 emails",
      "You cannot use the same email for multiple seats",
      "At least one email has an invalid format",
      "Billing information not found. Please try again or contact support.",
      "Error creating checkout session. Please try again.",
      "There was an error creating the payment session. Please try again.",
      "Error creating payment session. Please try again.",
    ]),
  );
});
