import type { Texts } from "#app/i18n/types.ts";

export const history: Texts["history"] = {
  caption: "Les teves reunions, primer les més recents",
  column: { title: "Títol", date: "Data", length: "Durada", language: "Idioma", status: "Estat" },
  lengthUnknown: "no se sap",
  again: { transcribe: "Torna a transcriure", summarize: "Torna a escriure el resum" },
  pages: "Pàgines",
  newer: "Més recents",
  older: "Anteriors",
  empty: "Encara no hi ha cap reunió. Les que pugis seran aquí, cadascuna amb el seu estat.",
  emptySource: "Encara no hi ha cap reunió d’aquest origen.",
  toAll: "Totes les reunions",
  emptyPage: "En aquesta pàgina no hi ha cap reunió.",
  toFirst: "Reunions més recents",
  meetingLanguage: { es: "Castellà", en: "Anglès", fr: "Francès", ca: "Català" },
};
