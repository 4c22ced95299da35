import type { Texts } from "#app/i18n/types.ts";

export const askField: Texts["askField"] = {
  label: "Pregunta a les teves reunions",
  placeholder: "Pregunta a totes les teves reunions, per exemple: Què vam prometre a Girona?",
  send: "Pregunta",
};
