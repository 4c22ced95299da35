import type { Texts } from "#app/i18n/types.ts";

export const share: Texts["share"] = {
  open: "Partager",
  delete: {
    more: "Plus d’actions pour {{title}}",
    open: "Supprimer la réunion",
  },
  contact: "Si c’est une erreur, écrivez à",
  /** In place of a meeting that is gone. */
  goneLabel: "Accès non disponible",
};
