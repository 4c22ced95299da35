import type { Texts } from "#app/i18n/types.ts";

export const askField: Texts["askField"] = {
  label: "Interrogez vos réunions",
  placeholder: "Interrogez toutes vos réunions, par exemple : Qu’avons-nous promis à Gérone ?",
  send: "Demander",
};
