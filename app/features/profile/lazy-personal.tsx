import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** The section of Settings. Its form checks what is typed, with a fifth of the page's script. */
export const LazyPersonal = lazyPart(
  lazy(
    async () => (await import("#app/features/profile/personal-section.tsx")).PersonalSection,
    ["profile", "settings"],
  ),
  { isAbove: true },
);
