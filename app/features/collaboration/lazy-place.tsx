import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

/** The dialog of a connection's channel or database, which loads when it is first opened. */
export const LazyPlaceDialog = lazyPart(
  lazy(async () => (await import("#app/features/collaboration/place-dialog.tsx")).PlaceDialog, ["collaboration"]),
);
