import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** The section of Settings, which loads with that page only. */
export const LazyConnections = lazyPart(
  lazy(
    async () => (await import("#app/features/connections/connections-section.tsx")).ConnectionsSection,
    ["connections", "collaboration"],
  ),
);
