import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

/** The link to "Record here". Its word and its icon come behind the page, in whose first load there is no room for them. */
export const RecordAction = lazyPart(
  lazy(async () => (await import("#app/features/shell/record-link.tsx")).RecordLink, ["recordHere"]),
);
