import type { Texts } from "#app/i18n/types.ts";

export const share: Texts["share"] = {
  open: "Comparteix",
  delete: {
    more: "Més opcions de {{title}}",
    open: "Elimina la reunió",
  },
  contact: "Si creus que és un error, escriu a",
  /** In place of a meeting that is gone. */
  goneLabel: "Accés no disponible",
};
