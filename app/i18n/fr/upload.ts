import type { Texts } from "#app/i18n/types.ts";

export const upload: Texts["upload"] = {
  title: "importer un enregistrement",
  field: {
    title: "Titre",
    dateAndTime: "Date et heure",
    language: "Langue de la réunion",
    template: "Modèle",
    recording: "Enregistrement",
    transcript: "Transcription (facultative)",
  },
  meetingLanguage: { es: "Español", en: "English", fr: "Français", ca: "Català" },
  basicSystem: "Basic system",
  submit: "résumer",
  used: "{{used}} sur {{limit}} utilisés",
  consent: "Assurez-vous que toutes les personnes enregistrées ont donné leur accord.",
  date: {
    hour: "Hora:",
    times: "Heures",
    previousMonth: "Mois précédent",
    nextMonth: "Mois suivant",
    choose: "Choisissez la date et l’heure",
    selectTimeFirst: "choisissez d’abord l’heure",
    midnight: "L’heure qui suit minuit compte comme non choisie.",
  },
  file: {
    choose: "Choisissez une vidéo",
    orDrop: "ou déposez-la ici",
    fits: "Un MP4 de {{limit}} au plus",
    chooseAnother: "Choisir un autre fichier",
    remove: "Retirer {{name}}",
    chooseFirst: "Choisissez d’abord une vidéo. Rien n’a été envoyé.",
    unknownKind: "fichier d’un autre type",
    wrongType:
      "Ce fichier ne convient pas : c’est un {{kind}} de {{size}}. Acta accepte un MP4 de {{limit}} au plus. Exportez-le de nouveau en MP4.",
    tooLarge:
      "Ce fichier ne convient pas : il fait {{size}}. Acta accepte un MP4 de {{limit}} au plus. Exportez-le de nouveau avec une image plus petite.",
    wrongTypeAndTooLarge:
      "Ce fichier ne convient pas : c’est un {{kind}} de {{size}}. Acta accepte un MP4 de {{limit}} au plus. Exportez-le de nouveau en MP4, avec une image plus petite si besoin.",
    empty: "Ce fichier est vide. Choisissez celui qui contient l’enregistrement.",
    several: "Il y a {{count}} fichiers. Acta accepte un MP4 à la fois.",
    severalName: "{{count}} fichiers",
  },
  transcript: {
    choose: "Choisir un fichier",
    none: "Pas de transcription",
    reading: "lecture du fichier",
    explain:
      "Un fichier .vtt ou .srt du logiciel de réunion : les noms sont gardés, et le son n’a pas à être transcrit.",
  },
  error: {
    title: "Écrivez un titre.",
    titleTooLong: "Le titre dépasse {{count}} caractères.",
    uploadFile: "Erreur lors de l’envoi du fichier. Veuillez réessayer.",
    connection: "Erreur de connexion au serveur",
    kept: "Ce que vous avez saisi est toujours là. Renvoyez-le quand la connexion sera revenue.",
    stillHere: "Ce que vous avez saisi est toujours là.",
    signedOut: "Votre session est fermée. Ce que vous avez saisi est toujours là.",
    signIn: "Reconnectez-vous dans un autre onglet, puis envoyez-le d’ici",
  },
  refusal: {
    "not-mp4": "Le fichier n’est pas un MP4, quoi qu’en dise son nom. Exportez-le de nouveau en MP4.",
    truncated: "Le fichier s’arrête avant la fin de l’enregistrement. Copiez-le ou exportez-le de nouveau, en entier.",
    "no-audio": "L’enregistrement n’a pas de piste sonore. Exportez-le de nouveau avec le son.",
    "unsupported-codec": "Le son est dans un format qu’Acta ne lit pas. Exportez-le de nouveau avec un son AAC.",
    fragmented:
      "Le fichier est un gros MP4 fragmenté, qu’Acta ne lit pas encore. Exportez-le de nouveau en MP4 simple.",
    encrypted: "L’enregistrement est chiffré. Exportez-le de nouveau sans protection.",
    hostile: "Le fichier est fait d’une façon qui ne se lit pas sans risque. Exportez-le de nouveau en MP4 simple.",
    "too-long": "L’enregistrement dure plus de {{hours}} heures. Coupez-le et envoyez les parties une à une.",
    "too-large": "Le fichier dépasse {{limit}}. Exportez-le de nouveau avec une image plus petite.",
    empty: "Le fichier est arrivé vide. Choisissez de nouveau l’enregistrement.",
    "transcript-wrong-type":
      "Une transcription est un fichier .vtt ou .srt. Exportez-la de nouveau dans l’un de ces formats, ou continuez sans elle.",
    "transcript-too-large": "La transcription est trop volumineuse. Acta accepte jusqu’à {{transcriptLimit}}.",
    "transcript-truncated":
      "La transcription n’est pas arrivée entière. Envoyez-la de nouveau, ou continuez sans elle.",
    "transcript-unreadable":
      "Ce fichier ne contient pas de transcription, quoi que dise son nom. Choisissez-en un autre, ou continuez sans lui.",
    "transcript-empty": "Rien n’est dit dans cette transcription. Choisissez-en une autre, ou continuez sans elle.",
  },
  progress: {
    label: "Envoi",
    uploading: "envoi en cours",
    percent: "{{percent}} envoyés",
    sent: "Envoyé",
    sentOf: "{{sent}} sur {{total}}",
    rate: "Débit",
    left: "Reste",
    seconds: "environ {{number}} s",
    minutes: "environ {{number}} min",
    hours: "environ {{number}} h",
    unknown: "pas encore connu",
    stalled: "en attente de la connexion",
    checking: "vérification du fichier",
    keepOpen:
      "Gardez cet onglet ouvert jusqu’à l’arrivée de l’enregistrement. Ensuite, vous pourrez le fermer. Si la connexion est coupée, rien de ce que vous avez saisi n’est perdu : renvoyez-le d’ici.",
    cancel: "Annuler l’envoi",
  },
  limit: {
    title: "limite atteinte",
    usedOnPlan: "utilisés avec l’offre gratuite",
    ofLimit: "{{used}} sur {{limit}}",
    text: "Vous avez utilisé {{used}} des {{limit}} envois de l’offre gratuite. Ce qui est écrit reste à vous, à lire et à partager.",
    pro: "Pro n’a pas de limite. Rien n’est facturé avant votre choix.",
    upgrade: "Changer d’offre",
  },
};
