import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = {
  greeting: {
    morning: "Bonjour {{name}}",
    afternoon: "Bonjour {{name}}",
    evening: "Bonsoir {{name}}",
    morningAlone: "Bonjour",
    afternoonAlone: "Bonjour",
    eveningAlone: "Bonsoir",
  },
  usage: {
    count: "{{used}} sur {{limit}}",
    after: "imports utilisés avec l’offre gratuite",
    label: "{{used}} imports utilisés sur {{limit}}",
  },
  limit: {
    title: "Limite de réunions atteinte",
    text: "L’offre gratuite comprend {{limit}} imports, et ils sont tous utilisés. Vos réunions restent telles quelles.",
    upgrade: "Changer d’offre",
  },
  inProgress: "En cours",
  transcribed: "Transcription : {{done}} sur {{all}} {{unit}}",
  latest: "Dernières réunions",
  allMeetings: "Toutes les réunions",
  tasks_one: "{{count}} tâche",
  tasks_other: "{{count}} tâches",
  waiting: {
    TORECORD: "En attente de l’enregistrement",
    RECORDED: "L’enregistrement est arrivé",
    TRANSCRIPTED: "La transcription est prête ; le résumé vient ensuite",
    LLMING: "La transcription peut déjà être lue",
  },
  empty: {
    lead: "Vos réunions seront ici, par écrit. Chaque ligne du résumé renvoie au moment de l’enregistrement qui la prouve.",
    uploadTitle: "Importez un enregistrement",
    uploadText: "Une vidéo MP4 de 2 Go au plus. Le compte rendu d’une heure prend quelques minutes.",
    sampleTitle: "Voici à quoi ressemble un compte rendu",
    playFrom: "Écouter à partir de",
    sample1: "Le nouveau local ouvre le 1er février, avec ou sans enseigne.",
    sample2: "Iker demande trois devis pour l’enseigne avant vendredi.",
    sample3: "Reste à savoir qui garde les clés.",
  },
};
