import type { Texts } from "#app/i18n/types.ts";

export const share: Texts["share"] = {
  open: "Compartir",
  delete: {
    more: "Más opciones de {{title}}",
    open: "Eliminar reunión",
  },
  contact: "Si crees que es un error, escribe a",
  /** In place of a meeting that is gone. */
  goneLabel: "Acceso no disponible",
};
