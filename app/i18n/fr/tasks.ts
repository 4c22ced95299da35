import type { Texts } from "#app/i18n/types.ts";

export const tasks: Texts["tasks"] = {
  whose: { label: "Les tâches de qui", mine: "Les miennes", everybody: "Celles de tous" },
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
  notFresh: "Les tâches n’ont pas pu être relues. Ce que vous voyez est peut-être ancien.",
};
