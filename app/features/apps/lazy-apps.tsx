import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** The section of Settings, which loads with that page only. */
export const LazyApps = lazyPart(
  lazy(async () => (await import("#app/features/apps/apps-section.tsx")).AppsSection, ["apps"]),
);
