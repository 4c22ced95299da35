import type { Texts } from "#app/i18n/types.ts";

export const highlights: Texts["highlights"] = {
  below: "Menos de la mitad de las líneas de arriba están confirmadas. Estas son frases de la propia reunión.",
  title: "Citas clave de esta reunión",
  intro:
    "Sus propias frases, cada una con su momento y sin titubeos. Acta las ha elegido con reglas y no ha añadido ninguna palabra.",
  introWordForWord:
    "Sus propias frases, palabra por palabra, cada una con su momento. Acta las ha elegido con reglas y no ha añadido ninguna palabra.",
  introEdited:
    "Sus propias frases, cada una con su momento. Acta las eligió con reglas; después, alguien ha cambiado algunas.",
  topic: "Tema",
  until: "a",
  speaker: "{{name}}:",
  quote: "«{{text}}»",
  shortened: "abreviado",
  exact: "Se dijo, palabra por palabra: {{text}}",
};
