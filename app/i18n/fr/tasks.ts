import type { Texts } from "#app/i18n/types.ts";

export const tasks: Texts["tasks"] = {
  whose: { label: "À qui sont les tâches", mine: "Les miennes", everybody: "Celles de tous" },
  state: { label: "Ouvertes ou faites", open: "Ouvertes", done: "Faites" },
  find: "Rechercher des tâches et des réunions",
  findSubmit: "Rechercher",
  due: {
    late: "En retard",
    thisWeek: "Cette semaine",
    nextWeek: "La semaine prochaine",
    later: "Plus tard",
    none: "Sans date",
  },
  today: "aujourd’hui",
  or: "ou",
  notSaid: "non précisé",
  nobody: "personne n’est nommé",
  unconfirmed: "Non confirmé",
  playFrom: "Écouter à partir de",
  justDone: "Faite à l’instant",
  justOpen: "Ouverte à nouveau",
  undo: "Annuler",
  empty: {
    mine: "Vous n’avez pas de tâche ouverte. Celles que les réunions vous donnent seront ici, la prochaine échéance d’abord.",
    everybody: "Il n’y a pas de tâche ouverte. Celles de vos réunions seront ici, la prochaine échéance d’abord.",
    done: "Aucune tâche n’est faite pour l’instant. Celles qui sont cochées seront ici.",
  },
  toEverybody: "Les tâches de tous",
  unnamed: "Votre profil n’a pas de nom, et Acta ne peut pas savoir quelles tâches sont les vôtres.",
  pages: "Pages de la liste",
  first: "Premières tâches",
  more: "Plus de tâches",
  incomplete:
    "Certaines tâches des réunions de votre équipe manquent : Acta ne peut pas lire toutes les listes pour le moment. Elles sont relues dans un instant.",
  notFresh: "Les tâches n’ont pas pu être relues. Ce que vous voyez est peut-être ancien.",
  sending: {
    button: "Envoyer à {{kind}}",
    buttonOne: "Envoyer à {{kind}} : {{task}}",
    onTheWay: "Les tâches sont en route.",
    state: {
      waiting: "en route vers {{kind}}",
      open: "dans {{kind}}",
      done: "faite dans {{kind}}",
      gone: "supprimée ou annulée dans {{kind}}",
    },
  },
};
