import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** The section of Settings, which loads with that page only. */
export const LazyWebhooks = lazyPart(
  lazy(async () => (await import("#app/features/webhooks/webhooks-section.tsx")).WebhooksSection, ["webhooks"]),
);
