import type { PublicShares } from "#app/contracts/public.ts";
import type { ShareState } from "#app/contracts/share.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import { isoTime } from "#app/server/programs/list-pages.ts";

/** The answer of a use case of sharing as the public API has it. Without the count of visits, which would change its ETag by itself. */
export function asShares<Reason extends string>(answered: Outcome<ShareState, Reason>): Outcome<PublicShares, Reason> {
  if (!answered.ok) return answered;
  const { link } = answered.value;
  if (link === null) return ok({ shares: [] });
  const { url, parts, titleShown, expiresAt } = link;
  return ok({ shares: [{ url, parts, titleShown, expiresAt: expiresAt === null ? null : isoTime(expiresAt) }] });
}
