import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Supprimer la réunion",
  question: "Supprimer « {{title}} » ?",
  questionPlain: "Supprimer cette réunion ?",
  text: "Le compte rendu, la transcription, l’enregistrement et le lien de partage sont supprimés pour de bon. Cette action est irréversible.",
  usage: "Elle compte toujours parmi les imports de votre offre.",
  confirm: "Supprimer",
  pending: "Suppression",
  failed: "La réunion n’a pas pu être supprimée. Réessayez dans un instant.",
  signedOut: "Vous êtes déconnecté, et la réunion n’a pas été supprimée.",
  signIn: "Se reconnecter dans un nouvel onglet",
  deleted: "Réunion supprimée",
};
