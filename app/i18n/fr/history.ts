import type { Texts } from "#app/i18n/types.ts";

export const history: Texts["history"] = {
  caption: "Vos réunions, les plus récentes d’abord",
  column: { title: "Titre", date: "Date", length: "Durée", language: "Langue", status: "État" },
  lengthUnknown: "inconnue",
  again: { transcribe: "Transcrire à nouveau", summarize: "Réécrire le résumé" },
  pages: "Pages",
  newer: "Plus récentes",
  older: "Plus anciennes",
  empty: "Aucune réunion pour l’instant. Celles que vous importez seront ici, chacune avec son état.",
  emptySource: "Aucune réunion de cette origine pour l’instant.",
  toAll: "Toutes les réunions",
  emptyPage: "Il n’y a aucune réunion sur cette page.",
  toFirst: "Réunions les plus récentes",
  meetingLanguage: { es: "Espagnol", en: "Anglais", fr: "Français", ca: "Catalan" },
};
