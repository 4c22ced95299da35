import type { Texts } from "#app/i18n/types.ts";

export const chatPanel: Texts["chatPanel"] = {
  title: "Poser une question sur cette réunion",
  open: "Poser une question",
  tab: "Poser une question",
  label: "Discussion sur cette réunion",
  close: "Fermer la discussion et revenir à la transcription",
  notLoaded: "La discussion n’a pas pu être chargée.",
  noScript: "Il faut JavaScript pour poser des questions.",
};
