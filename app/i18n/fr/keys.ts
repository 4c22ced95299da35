import type { Texts } from "#app/i18n/types.ts";

export const keys: Texts["keys"] = {
  title: "Raccourcis",
  typing: "Ils sont inactifs pendant la saisie.",
  play: "Lire, mettre en pause",
  skip: "10 secondes en arrière, en avant",
  nudge: "5 secondes en arrière, en avant",
  marks: "Sur la barre de lecture : point clé ou tâche précédents, suivants",
  speed: "Plus lent, plus rapide",
  segments: "Dans la transcription : ligne précédente, suivante",
  playSegment: "Lire la ligne qui a le focus",
  copySegment: "Copier la ligne qui a le focus, avec l’heure et le lien",
  clip: "Créer un extrait de la ligne ; sur la barre de lecture, faites glisser avec Maj",
  follow: "Suivre l’enregistrement",
  search: "Rechercher dans la transcription",
  matches: "Dans la recherche : résultat suivant, précédent",
  ask: "Poser une question sur cette réunion",
  edit: "Modifier",
  link: "Copier le lien",
  pdf: "PDF",
  again: "Rédiger à nouveau",
  help: "Cette liste",
};
