import type { Texts } from "#app/i18n/types.ts";

export const feeds: Texts["feeds"] = {
  heading: "Flux",
  lead: "Votre agenda ou votre lecteur de flux peut suivre Acta par une adresse. Toute personne qui a l’adresse peut lire le flux : gardez-la pour vous.",
  kind: { meetings: "Agenda de vos réunions", minutes: "Nouveaux comptes rendus" },
  about: {
    meetings:
      "Pour Google Agenda, Outlook ou Calendrier d’Apple (ICS) : vos réunions des {{days}} jours passés et à venir, chacune avec son lien.",
    minutes:
      "Pour un lecteur de flux (Atom) : vos réunions des {{days}} derniers jours dont le compte rendu est prêt, chacune avec son lien.",
  },
  titles: "Afficher les titres des réunions",
  titlesOf: {
    meetings: "Afficher les titres des réunions dans l’agenda",
    minutes: "Afficher les titres des réunions dans le flux",
  },
  make: "Créer une adresse",
  makeOne: {
    meetings: "Créer une adresse pour l’agenda",
    minutes: "Créer une adresse pour les nouveaux comptes rendus",
  },
  renew: "Nouvelle adresse",
  renewOne: {
    meetings: "Nouvelle adresse pour l’agenda",
    minutes: "Nouvelle adresse pour les nouveaux comptes rendus",
  },
  remove: "Retirer",
  removeOne: { meetings: "Retirer l’agenda", minutes: "Retirer le flux des comptes rendus" },
  made: "adresse créée le {{date}}",
  read: "dernière lecture : {{date}}",
  unread: "pas encore lu",
  once: "Copiez cette adresse maintenant. Elle n’est affichée qu’une fois.",
  value: { meetings: "Adresse de l’agenda", minutes: "Adresse des nouveaux comptes rendus" },
  copy: "Copier",
  copied: "Adresse copiée.",
  copyFailed: "L’adresse n’a pas pu être copiée. Sélectionnez-la et copiez-la.",
  done: "Terminé",
  cancel: "Annuler",
  renewAsk: {
    title: "Créer une nouvelle adresse ?",
    text: "L’adresse actuelle cesse aussitôt de fonctionner. Chaque programme qui l’utilise a besoin de la nouvelle.",
    go: "Créer une nouvelle adresse",
  },
  removeAsk: {
    title: "Retirer ce flux ?",
    text: "Son adresse cesse aussitôt de fonctionner. Les programmes qui le suivent ne reçoivent plus rien.",
    go: "Retirer le flux",
  },
  removed: "Flux retiré.",
  shown: "Le flux affiche maintenant les titres.",
  hidden: "Le flux n’affiche plus les titres.",
  error: {
    renew: "L’adresse n’a pas pu être créée. Veuillez réessayer.",
    change: "Le flux n’a pas pu être modifié. Veuillez réessayer.",
    remove: "Le flux n’a pas pu être retiré. Veuillez réessayer.",
  },
  calendarName: "Acta : réunions",
  meeting: "Réunion",
  minutesName: "Acta : nouveaux comptes rendus",
  minutesOf: "Compte rendu du {{date}}",
};
