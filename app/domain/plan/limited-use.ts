type Use = { used: number; limit: number | null };

/** Used part of one kind of the plan that has a limit. */
export type LimitedUse = { kind: "uploads" | "recordings"; used: number; limit: number };

/** The kinds that the plan limits: both on the free plan, none on the others. */
export function limitedUse(usage: { uploads: Use; recordings: Use }): LimitedUse[] {
  return (["uploads", "recordings"] as const).flatMap((kind) => {
    const { used, limit } = usage[kind];
    return limit === null ? [] : [{ kind, used, limit }];
  });
}
