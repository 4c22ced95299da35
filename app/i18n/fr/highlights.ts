import type { Texts } from "#app/i18n/types.ts";

export const highlights: Texts["highlights"] = {
  below: "Moins de la moitié des lignes ci-dessus sont confirmées. Voici des phrases de la réunion elle-même.",
  title: "Citations clés de cette réunion",
  intro:
    "Ses propres phrases, chacune avec son moment, sans les hésitations. Acta les a choisies selon des règles et n’a ajouté aucun mot.",
  introWordForWord:
    "Ses propres phrases, mot pour mot, chacune avec son moment. Acta les a choisies selon des règles et n’a ajouté aucun mot.",
  introEdited:
    "Ses propres phrases, chacune avec son moment. Acta les a choisies selon des règles ; quelqu’un en a modifié depuis.",
  topic: "Sujet",
  until: "à",
  speaker: "{{name}} :",
  quote: "« {{text}} »",
  shortened: "abrégé",
  exact: "Dit mot pour mot : {{text}}",
};
