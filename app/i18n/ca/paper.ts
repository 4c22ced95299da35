import type { Texts } from "#app/i18n/types.ts";

export const paper: Texts["paper"] = {
  pdf: "PDF",
  pdfWithTranscript: "PDF amb la transcripció",
  docx: "Word, DOCX",
  done: "feta",
  soon: "S’està escrivint; sol trigar menys d’un minut. El botó apareix sol.",
  moment: "Moment {{at}} de la reunió",
};
