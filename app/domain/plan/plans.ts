import { FREE_RECORDINGS_MAX, FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";

/** §1, §6, §9: plans. Only the free plan has limits. */
const PLANS = ["free", "pro", "business", "team", "insider"] as const;
export type Plan = (typeof PLANS)[number];

/** The time over which usage counts. A plan that counts by the month adds its period here and to the ledger's statements. */
export type PlanPeriod = "all-time";

export type PlanTerms = {
  /** How many uploads and recordings fit into one period; null is no limit. */
  uploads: number | null;
  recordings: number | null;
  period: PlanPeriod;
  /** §9: how many months back recordings stay within reach; null is without end. */
  windowMonths: number | null;
};

const UNLIMITED: PlanTerms = { uploads: null, recordings: null, period: "all-time", windowMonths: null };

/** The one table of plans. Screens get what they show of it with `credits` or from their loader. */
export const PLAN_TERMS: Readonly<Record<Plan, PlanTerms>> = {
  free: { ...UNLIMITED, uploads: FREE_UPLOADS_MAX, recordings: FREE_RECORDINGS_MAX },
  pro: { ...UNLIMITED, windowMonths: 6 },
  business: UNLIMITED,
  team: UNLIMITED,
  insider: UNLIMITED,
};

/** What the ledger adds up to: reserved and counted rows, by kind. */
export type Usage = { uploads: number; recordings: number };

export type PlanAction = "upload" | "record";

export type Allowance = { ok: true } | { ok: false; reason: "limit-reached"; limit: number };

/** A plan as it is stored; what is not known is the free one. */
export function parsePlan(stored: string): Plan {
  return PLANS.find((plan) => plan === stored) ?? "free";
}

/** The limit of an action on a plan, or null where there is none. The ledger's atomic statement asks the same function. */
export function limitOf(plan: Plan, action: PlanAction): number | null {
  const { uploads, recordings } = PLAN_TERMS[plan];
  return action === "upload" ? uploads : recordings;
}

export function can(plan: Plan, usage: Usage, action: PlanAction): Allowance {
  const limit = limitOf(plan, action);
  const used = action === "upload" ? usage.uploads : usage.recordings;
  return limit === null || used < limit ? { ok: true } : { ok: false, reason: "limit-reached", limit };
}
