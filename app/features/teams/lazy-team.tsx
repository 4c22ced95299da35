import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
// With the page, so that nothing moves when the section's script has come.
import "#app/features/teams/teams.css";

/** The section of Settings, which loads with that page only. */
export const LazyTeam = lazyPart(
  lazy(async () => (await import("#app/features/teams/team-section.tsx")).TeamSection, ["team", "settings"]),
  { isAbove: true },
);
