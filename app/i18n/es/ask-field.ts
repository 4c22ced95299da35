import type { Texts } from "#app/i18n/types.ts";

export const askField: Texts["askField"] = {
  label: "Pregunta a tus reuniones",
  placeholder: "Pregunta a todas tus reuniones, por ejemplo: ¿Qué le prometimos a Girona?",
  send: "Preguntar",
};
