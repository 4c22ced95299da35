import type { Texts } from "#app/i18n/types.ts";

/** Refusals of calls about templates. */
export const templateAnswers: Texts["templateAnswers"] = {
  saving: "Erreur lors de l’enregistrement du modèle. Veuillez réessayer.",
  savingField: "Le champ n’a pas pu être enregistré. Veuillez réessayer.",
  deleting: "Erreur lors de la suppression du modèle.",
  duplicating: "Erreur lors de la duplication du modèle.",
  invalid: "Indiquez au moins le nom du modèle et ajoutez un champ.",
  invalidField: "Un champ a besoin d’un titre, d’une consigne et d’un type.",
  changed: "Quelqu’un a enregistré ce modèle entre-temps.",
  changedField: "Quelqu’un a enregistré ce champ entre-temps.",
  inUse: "Modèle utilisé",
  tooMany: "Vous avez le nombre maximal de modèles. Supprimez-en un d’abord.",
  tooManyFields: "Vous avez le nombre maximal de champs enregistrés. Supprimez-en un d’abord.",
  tooManyLinks: "Ce modèle a le nombre maximal de liens actifs. Retirez-en un d’abord.",
  fileUnreadable: "Ce fichier ne contient aucun modèle d’Acta.",
  fileNewer: "Ce fichier a été créé par une version plus récente d’Acta.",
};
