import type { Texts } from "#app/i18n/types.ts";

export const colophon: Texts["colophon"] = {
  tasks: { view: "VOIR LES TÂCHES", soon: "Bientôt dans PRO", others: "D’autres services" },
  written: "Écrit le {{date}} d’après {{length}} d’enregistrement, avec le modèle {{template}}.",
  writtenNoLength: "Écrit le {{date}}, avec le modèle {{template}}.",
  writtenFromText: "Écrit le {{date}} d’après une transcription sans enregistrement, avec le modèle {{template}}.",
  captions: "La transcription vient des sous-titres de l’enregistrement.",
  given: "La transcription est celle qui a été fournie avec l’enregistrement.",
  speech: "La transcription vient d’un moteur de reconnaissance vocale.",
  extractive: "Ce compte rendu cite la transcription : aucun modèle de langage ne l’a rédigé.",
  model: "Le compte rendu a été rédigé par {{model}}.",
  notPlayable: "L’enregistrement n’est pas disponible : ses moments ne peuvent pas être écoutés.",
  droppedItems_one: "Une vérification antérieure a laissé une ligne de côté.",
  droppedItems_other: "Une vérification antérieure a laissé {{count}} lignes de côté.",
  cutOff: "L’enregistrement s’interrompt à {{at}} : la fin du fichier manque.",
  droppedSegments_one: "Un morceau de texte reconnu là où l’on n’entend personne a été laissé de côté.",
  droppedSegments_other: "{{count}} morceaux de texte reconnus là où l’on n’entend personne ont été laissés de côté.",
  spoke: {
    title: "Comment chacun a parlé",
    longest: "{{length}} d’affilée",
    turns_one: "1 prise de parole",
    turns_other: "{{count}} prises de parole",
    questions_one: "1 question",
    questions_other: "{{count}} questions",
    interruptions_one: "a interrompu une fois",
    interruptions_other: "a interrompu {{count}} fois",
    lost: "Le chargement a échoué. Ouvrez de nouveau cette liste pour réessayer.",
  },
  /** Lines that are not among the minutes. */
  caution: {
    "small-model": "Écrit par un petit modèle : écoutez avant de vous fier à une ligne.",
    "facts-only":
      "Dans cette langue, Acta vérifie tout au plus les nombres et les noms : écoutez avant de vous fier à une ligne.",
    unjudged: "La vérification de ces lignes ne s’est pas terminée : écoutez avant de vous fier à une ligne.",
    "other-language": "Ces lignes ne sont pas dans la langue demandée\u00a0: le modèle ne l’a pas utilisée.",
  },
  leftOut: {
    title: "Laissé de côté ({{count}})",
    hint: "Le modèle de langage a écrit ces lignes. Elles ne sont pas dans le compte rendu, et seules les personnes qui peuvent le modifier les voient.",
    reason: {
      contradicted: "L’enregistrement dit autre chose.",
      copied: "Copié à partir des instructions données au modèle.",
    },
  },
  lastTime: {
    brief: "Ouvrir le point préalable",
    title: "La dernière fois",
    tasks: "Tâches ouvertes",
    none: "Il ne reste aucune tâche ouverte.",
    more_one: "Et une autre tâche.",
    more_other: "Et {{count}} autres tâches.",
    questions: "Questions ouvertes",
  },
};
