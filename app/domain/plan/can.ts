import { FREE_RECORDINGS_MAX, FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";

/** §1, §6, §9: plans. Only the free plan is limited; what a paid plan may is decided here from the first day. */
export const PLANS = ["free", "pro", "business", "team", "insider"] as const;
export type Plan = (typeof PLANS)[number];

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
  if (plan !== "free") return null;
  return action === "upload" ? FREE_UPLOADS_MAX : FREE_RECORDINGS_MAX;
}

export function can(plan: Plan, usage: Usage, action: PlanAction): Allowance {
  const limit = limitOf(plan, action);
  const used = action === "upload" ? usage.uploads : usage.recordings;
  return limit === null || used < limit ? { ok: true } : { ok: false, reason: "limit-reached", limit };
}
