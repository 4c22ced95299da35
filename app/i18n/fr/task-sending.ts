import type { Texts } from "#app/i18n/types.ts";

export const taskSending: Texts["connections"]["taskSending"] = {
  title: "Envoyer des tâches à {{kind}}",
  lead: "Elles vont à {{name}}. Rien d’autre de la réunion ne quitte Acta.",
  place: "Où",
  choose: "Choisissez",
  tasks: "Tâches",
  none: "Cette réunion n’a pas de tâches.",
  noPlaces: "{{kind}} ne montre aucun endroit où vous pouvez ajouter des tâches.",
  who: "Qui est qui dans {{kind}}",
  whoHint: "Acta s’en souvient. Personne ne reçoit une tâche sans que vous l’ayez choisi.",
  nobody: "Personne",
  unconfirmed: "Non confirmée",
  due: "pour le {{date}}",
  owner: "de {{name}}",
  state: {
    waiting: "En route vers {{kind}}",
    open: "Dans {{kind}}",
    done: "Faite dans {{kind}}",
    gone: "Supprimée ou annulée dans {{kind}}",
  },
  openOne: "« {{task}} » : {{state}}",
  send_one: "Envoyer {{count}} tâche",
  send_other: "Envoyer {{count}} tâches",
  cancel: "Annuler",
  again: "Réessayer",
  onTheWay: "Les tâches sont en route.",
  settings: {
    lead: "Les tâches y vont quand vous les envoyez, depuis une réunion ou depuis vos tâches. Ce qui est fait là-bas est fait ici.",
    place: "Dernier envoi vers {{name}}",
    people: "Qui est qui",
    peopleNone: "Personne encore. Acta le demande quand vous envoyez une tâche.",
    nobody: "personne",
    close: "Fermer",
  },
  missing: {
    place: "Choisissez où vont les tâches.",
    tasks: "Choisissez au moins une tâche.",
  },
  error: {
    load: "Les endroits n’ont pas pu être lus. Veuillez réessayer.",
    send: "Les tâches n’ont pas pu être envoyées. Veuillez réessayer.",
  },
  /** Dans une tâche là-bas, dans la langue du compte rendu. */
  there: {
    from: "De « {{title}} », {{date}}",
    owner: "Pour : {{name}}",
    deadline: "Comme dit : {{deadline}}",
  },
};
