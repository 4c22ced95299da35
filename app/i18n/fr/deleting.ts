import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Supprimer la réunion",
  question: "Supprimer « {{title}} » ?",
  questionPlain: "Supprimer cette réunion ?",
  text: "Le compte rendu, la transcription, l’enregistrement et le lien de partage sont supprimés définitivement. Cette action est irréversible.",
  usage:
    "La suppression ne rend ni import ni enregistrement de votre offre. Seule la place réservée à un import ou à un enregistrement qui n’est pas encore arrivé se libère.",
  keepInstead: "Choisir plutôt combien de temps Acta la conserve",
  confirm: "Supprimer",
  pending: "Suppression",
  failed: "La réunion n’a pas pu être supprimée. Réessayez dans un instant.",
  deleted: "Réunion supprimée",
};
