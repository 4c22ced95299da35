import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** The preview beside a template: it is written by a call of the API, whose schemas are a sixth of the page. */
export const LazyPreview = lazyPart(
  lazy(
    async () => (await import("#app/features/templates/preview/preview-panel.tsx")).PreviewPanel,
    ["templates", "meeting", "highlights"],
  ),
);
