import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** The plan's section of Settings, which loads with that page only. */
export const LazyPlans = lazyPart(
  lazy(async () => (await import("#app/features/pricing/plans-section.tsx")).PlansSection, ["pricing", "home"]),
  { isAbove: true },
);

/** The payment of a team, which its section shows to the administrator. */
export const LazyTeamPayment = lazyPart(
  lazy(async () => (await import("#app/features/pricing/subscription-parts.tsx")).TeamPayment, ["pricing"]),
);
