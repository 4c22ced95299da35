import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = {
  ask: {
    label: "Interrogez vos réunions",
    placeholder: "Demandez : Qu’avons-nous promis à Gérone ?",
    send: "Demander",
  },
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
    label: "Imports utilisés : {{used}} sur {{limit}}",
    recordingsAfter: "enregistrements utilisés avec l’offre gratuite",
    recordingsLabel: "Enregistrements utilisés : {{used}} sur {{limit}}",
  },
  limit: {
    title: "Limite de réunions atteinte",
    uploads:
      "L’offre gratuite comprend {{limit}} imports, et ils sont tous utilisés. Vos réunions restent telles quelles.",
    recordings:
      "L’offre gratuite comprend {{limit}} enregistrements, et ils sont tous utilisés. Vos réunions restent telles quelles.",
    both: "L’offre gratuite comprend {{limit}} imports et {{limit}} enregistrements, et ils sont tous utilisés. Vos réunions restent telles quelles.",
    upgrade: "Changer d’offre",
  },
  parked: {
    text: "Non envoyé à {{names}}.",
    see: "Voir pourquoi",
  },
  stale: "Ces listes ne sont peut-être pas à jour, car Acta ne répond pas. Elles sont relues dans un instant.",
  inProgress: "En cours",
  transcribed: "Transcription : {{done}} sur {{all}} {{unit}}",
  unconfirmed: "Non confirmé",
  myTasks: "Mes tâches à faire",
  allTasks: "Toutes les tâches",
  cancelled: {
    text: "Acta ne rejoindra pas cet appel.",
    named: "Acta ne rejoindra pas « {{title}} ».",
    open: "Ouvrir la réunion",
  },
  aboutYou: {
    title: "À propos de vous",
    text: "Deux pages courtes, environ 2 minutes : votre entreprise et votre téléphone, puis un agenda, pour qu’Acta rejoigne les réunions que vous organisez.",
    go: "Continuer",
    later: "Plus tard",
  },
  latest: "Dernières réunions",
  allMeetings: "Toutes les réunions",
  sample: "Exemple",
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
    uploadText:
      "Un enregistrement de 2 Go au plus : un MP4, ou un autre fichier vidéo ou son courant. Le compte rendu d’une réunion d’une heure est prêt en quelques minutes.",
    importTranscripts: "Importer des transcriptions",
    sampleTitle: "Voici à quoi ressemble un compte rendu",
    openSample: "Ouvrir la réunion d’exemple",
    sampleNote: "Nous l’avons écrite, avec des personnes inventées. Elle ne compte pas et peut être supprimée.",
    sample1: "La journée portes ouvertes a lieu le samedi 14 mars, de neuf heures à treize heures.",
    sample2: "Camille commande 60 câbles de frein et 20 chambres à air avant vendredi.",
    sample3: "Reste à savoir qui surveille la porte pendant les réparations.",
  },
};
