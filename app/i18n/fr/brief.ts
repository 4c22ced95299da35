import type { Texts } from "#app/i18n/types.ts";

export const brief: Texts["brief"] = {
  title: "Point préalable",
  untitled: "Réunion",
  with: "Avec {{people}}",
  meeting: "Ouvrir la réunion",
  cancelled: "Cette réunion a été annulée.",
  first: {
    title: "Encore rien avant cette réunion",
    text: "C’est la première réunion de sa série qu’Acta connaît, ou les précédentes n’ont pas de compte rendu. Après le prochain compte rendu, ce qui a été décidé et ce qui reste ouvert sera ici.",
  },
  decided: "Décidé la dernière fois",
  points: "La dernière fois",
  nothing: "Le compte rendu de la dernière fois n’a pas de lignes de ce genre.",
  tasks: "Tâches ouvertes",
  noTasks: "Il ne reste aucune tâche ouverte.",
  nobody: "personne n’est nommé",
  more_one: "Et une autre tâche ouverte.",
  more_other: "Et {{count}} autres tâches ouvertes.",
  questions: "Questions ouvertes",
  earlier: "Réunions précédentes",
  unconfirmed: "Non confirmé",
  playFrom: "Écouter à partir de",
  mail: {
    on: "Recevoir cet e-mail une heure avant",
    off: "Ne plus envoyer ces e-mails",
    isOn: "Vous recevez un e-mail une heure avant chaque réunion qui se répète et qui a déjà un compte rendu.",
    explained: "Pour toutes les réunions de vos calendriers qui se répètent. Désactivé tant que vous ne l’activez pas.",
    unreachable:
      "Aucun e-mail ne vous parvient : votre adresse dans les paramètres n’est pas confirmée, ou ce serveur n’en envoie pas.",
  },
};
