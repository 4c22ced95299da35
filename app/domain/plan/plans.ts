import { FREE_RECORDINGS_MAX, FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";

/** §1, §6, §9: plans. Only the free plan has limits. */
const PLANS = ["free", "pro", "business", "team", "insider"] as const;
export type Plan = (typeof PLANS)[number];

/** The period over which usage counts. A plan with monthly limits adds its period here and to the ledger's statements. */
export type PlanPeriod = "all-time";

export type PlanTerms = {
  /** Number of uploads and of recordings allowed in one period; null: no limit. */
  uploads: number | null;
  recordings: number | null;
  period: PlanPeriod;
  /** §9: number of past months whose recordings stay available; null: no limit. */
  windowMonths: number | null;
};

const UNLIMITED: PlanTerms = { uploads: null, recordings: null, period: "all-time", windowMonths: null };

/** The only table of plans. Screens receive their part of it with `credits` or from their loader. */
export const PLAN_TERMS: Readonly<Record<Plan, PlanTerms>> = {
  free: { ...UNLIMITED, uploads: FREE_UPLOADS_MAX, recordings: FREE_RECORDINGS_MAX },
  pro: { ...UNLIMITED, windowMonths: 6 },
  business: UNLIMITED,
  team: UNLIMITED,
  insider: UNLIMITED,
};

/** Sums of the ledger: reserved and counted rows, by kind. */
export type Usage = { uploads: number; recordings: number };

export type PlanAction = "upload" | "record";

export type Allowance = { ok: true } | { ok: false; reason: "limit-reached"; limit: number };

/** Returns a stored plan; an unknown one counts as free. */
export function parsePlan(stored: string): Plan {
  return PLANS.find((plan) => plan === stored) ?? "free";
}

/** Returns the limit of an action on a plan, or null when there is none. The ledger's atomic statement uses the same function. */
export function limitOf(plan: Plan, action: PlanAction): number | null {
  const { uploads, recordings } = PLAN_TERMS[plan];
  return action === "upload" ? uploads : recordings;
}

export function can(plan: Plan, usage: Usage, action: PlanAction): Allowance {
  const limit = limitOf(plan, action);
  const used = action === "upload" ? usage.uploads : usage.recordings;
  return limit === null || used < limit ? { ok: true } : { ok: false, reason: "limit-reached", limit };
}
