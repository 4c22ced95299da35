import type { Texts } from "#app/i18n/types.ts";

export const highlights: Texts["highlights"] = {
  below: "Menys de la meitat de les línies de dalt estan confirmades. Aquestes són frases de la mateixa reunió.",
  title: "Cites clau d’aquesta reunió",
  intro:
    "Les seves pròpies frases, cadascuna amb el seu moment i sense titubejos. Acta les ha triades amb regles i no hi ha afegit cap paraula.",
  introWordForWord:
    "Les seves pròpies frases, paraula per paraula, cadascuna amb el seu moment. Acta les ha triades amb regles i no hi ha afegit cap paraula.",
  introEdited:
    "Les seves pròpies frases, cadascuna amb el seu moment. Acta les va triar amb regles; després, algú n’ha canviat algunes.",
  topic: "Tema",
  until: "a",
  speaker: "{{name}}:",
  quote: "«{{text}}»",
  shortened: "abreujat",
  exact: "Es va dir, paraula per paraula: {{text}}",
};
