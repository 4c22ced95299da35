import { useLocation } from "@remix-run/react";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";

const DeleteLayer = lazyPart(
  lazy(async () => (await import("#app/features/shell/delete-layer.tsx")).DeleteLayer, ["deleting"]),
);

/** Loads the question before a deletion where the address asks it. */
export function DeletePart() {
  const { search } = useLocation();
  return new URLSearchParams(search).has("delete") ? <DeleteLayer /> : null;
}
