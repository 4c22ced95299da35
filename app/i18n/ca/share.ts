import type { Texts } from "#app/i18n/types.ts";

export const share: Texts["share"] = {
  open: "Comparteix",
  merge: "Uneix amb una altra gravació…",
  delete: {
    more: "Més opcions de {{title}}",
    open: "Elimina la reunió",
  },
  transcript: { add: "Afegeix una transcripció", replace: "Substitueix la transcripció" },
  contact: "Si creus que és un error, escriu a",
  /** In place of a meeting that is gone. */
  goneLabel: "Accés no disponible",
};
