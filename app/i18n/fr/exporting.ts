import type { Texts } from "#app/i18n/types.ts";

export const exporting: Texts["exporting"] = {
  pdf: "PDF",
  pdfWithTranscript: "PDF avec la transcription",
  docx: "Word, DOCX",
  done: "faite",
  soon: "Il est en cours de rédaction, ce qui prend en général moins d’une minute. Le bouton apparaît tout seul.",
  moment: "Moment {{at}} de la réunion",
};
