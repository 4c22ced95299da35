import type { Texts } from "#app/i18n/types.ts";

export const chatPanel: Texts["chatPanel"] = {
  title: "Interroger cette réunion",
  open: "Demander",
  tab: "Demander",
  label: "Discussion sur cette réunion",
  close: "Fermer la discussion, revenir à la transcription",
  notLoaded: "La discussion n’a pas pu être chargée.",
  noScript: "Il faut JavaScript pour poser des questions.",
};
