import type { Texts } from "#app/i18n/types.ts";

export const brief: Texts["brief"] = {
  title: "Point préalable",
  untitled: "Réunion",
  with: "Avec {{people}}",
  meeting: "Ouvrir la réunion",
  cancelled: "Cette réunion a été annulée.",
  first: {
    title: "Rien encore avant cette réunion",
    text: "C’est la première réunion de sa série qu’Acta connaît, ou les précédentes n’ont pas de compte rendu. Après le prochain compte rendu, ce qui a été décidé et ce qui reste ouvert sera ici.",
  },
  decided: "Décidé la dernière fois",
  points: "La dernière fois",
  nothing: "Le compte rendu de la dernière fois n’a pas de lignes de ce genre.",
  tasks: "Tâches ouvertes",
  noTasks: "Il ne reste aucune tâche ouverte.",
  nobody: "sans nom",
  more_one: "Et une autre tâche ouverte.",
  more_other: "Et {{count}} autres tâches ouvertes.",
  questions: "Questions ouvertes",
  earlier: "Réunions précédentes",
  unconfirmed: "Non confirmé",
  playFrom: "Lire à partir de",
  mail: {
    on: "M’envoyer ceci une heure avant",
    off: "Ne plus envoyer ces e-mails",
    isOn: "Vous recevez un e-mail une heure avant chaque réunion qui se répète.",
    explained: "Pour toutes les réunions de vos calendriers qui se répètent. Désactivé tant que vous ne l’activez pas.",
    unreachable: "Confirmez votre adresse e-mail dans les paramètres pour recevoir ceci une heure avant.",
  },
};
