import { FREE_RECORDINGS_MAX, FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import { PRO_WINDOW_MONTHS, TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { assertNever } from "#app/domain/invariant.ts";

/**
 * §1, §6, §9: plans. Only the free plan has limits. The insider plans are granted with a code, never sold. Of two plans that a workspace
 * holds, the later one here is in force.
 */
export const PLANS = ["free", "insider-pro", "pro", "insider", "business", "team"] as const;
export type Plan = (typeof PLANS)[number];

/** The plans that have a price. */
export const SOLD_PLANS = ["pro", "business", "team"] as const satisfies readonly Plan[];
export type SoldPlan = (typeof SOLD_PLANS)[number];

/** The period over which usage counts. A plan with monthly limits adds its period here and to the ledger's statements. */
export type PlanPeriod = "all-time";

export type PlanTerms = {
  /** Number of uploads and of recordings allowed in one period; null: no limit. */
  uploads: number | null;
  recordings: number | null;
  period: PlanPeriod;
  /** §9: number of past months whose recordings stay available; null: no limit. */
  windowMonths: number | null;
  /** The fewest seats that can be had, the administrator's own among them; null: the plan is for one person. */
  seatsMin: number | null;
};

const UNLIMITED: PlanTerms = {
  uploads: null,
  recordings: null,
  period: "all-time",
  windowMonths: null,
  seatsMin: null,
};

/** The only table of plans, beside their prices in prices.ts. Screens receive their part of it with `credits` or from their loader. */
export const PLAN_TERMS: Readonly<Record<Plan, PlanTerms>> = {
  free: {
    ...UNLIMITED,
    uploads: FREE_UPLOADS_MAX,
    recordings: FREE_RECORDINGS_MAX,
    windowMonths: PRO_WINDOW_MONTHS,
  },
  "insider-pro": { ...UNLIMITED, windowMonths: PRO_WINDOW_MONTHS },
  pro: { ...UNLIMITED, windowMonths: PRO_WINDOW_MONTHS },
  insider: UNLIMITED,
  business: UNLIMITED,
  team: { ...UNLIMITED, seatsMin: TEAM_SEATS_MIN },
};

/** Sums of the ledger: reserved and counted rows, by kind. */
export type Usage = { uploads: number; recordings: number };

/** `play`: open the recording of a meeting that took place at `startsAt`, at the time `now`. */
export type PlanAction = "upload" | "record" | { play: { startsAt: number; now: number } };

export type Allowance =
  | { ok: true }
  | { ok: false; reason: "limit-reached"; limit: number }
  | { ok: false; reason: "outside-window"; lockedAt: number };

/** Returns a stored plan; an unknown one counts as free. */
export function parsePlan(stored: string): Plan {
  return PLANS.find((plan) => plan === stored) ?? "free";
}

/** Whether a plan holds all that another one sells: who has it would pay for nothing. */
export function includes(current: Plan, sold: SoldPlan): boolean {
  return PLANS.indexOf(current) >= PLANS.indexOf(sold);
}

/** Returns the limit of an action on a plan, or null when there is none. The ledger's atomic statement uses the same function. */
export function limitOf(plan: Plan, action: "upload" | "record"): number | null {
  const { uploads, recordings } = PLAN_TERMS[plan];
  return action === "upload" ? uploads : recordings;
}

/** The only judge of what a plan allows, for the server and the screens. */
export function can(plan: Plan, usage: Usage, action: PlanAction): Allowance {
  switch (action) {
    case "upload":
    case "record": {
      const limit = limitOf(plan, action);
      const used = action === "upload" ? usage.uploads : usage.recordings;
      return limit === null || used < limit ? { ok: true } : { ok: false, reason: "limit-reached", limit };
    }
    default: {
      if (typeof action !== "object") return assertNever(action);
      const { startsAt, now } = action.play;
      const lockedAt = windowEndOf(plan, startsAt);
      return lockedAt === null || now < lockedAt ? { ok: true } : { ok: false, reason: "outside-window", lockedAt };
    }
  }
}

/**
 * The time from which a plan locks the recording of a meeting, or null when it never does. Months are counted in the calendar of
 * UTC; a day that the later month lacks is its last day.
 */
export function windowEndOf(plan: Plan, startsAt: number): number | null {
  const { windowMonths } = PLAN_TERMS[plan];
  return windowMonths === null ? null : addMonths(startsAt, windowMonths);
}

function addMonths(at: number, months: number): number {
  const day = new Date(at);
  const moved = new Date(at);
  moved.setUTCMonth(day.getUTCMonth() + months);
  // 31 August and six months would be 3 March.
  if (moved.getUTCDate() !== day.getUTCDate()) moved.setUTCDate(0);
  return moved.getTime();
}
