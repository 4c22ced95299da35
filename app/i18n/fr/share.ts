import type { Texts } from "#app/i18n/types.ts";

export const share: Texts["share"] = {
  open: "Partager",
  merge: "Réunir avec un autre enregistrement…",
  delete: {
    more: "Plus d’actions pour {{title}}",
    open: "Supprimer la réunion",
  },
  transcript: { add: "Ajouter une transcription", replace: "Remplacer la transcription" },
  contact: "Si c’est une erreur, écrivez à",
  /** In place of a meeting that is gone. */
  goneLabel: "Accès non disponible",
};
