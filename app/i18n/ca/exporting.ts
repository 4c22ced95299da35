import type { Texts } from "#app/i18n/types.ts";

export const exporting: Texts["exporting"] = {
  pdf: "PDF",
  pdfWithTranscript: "PDF amb la transcripció",
  docx: "Word, DOCX",
  done: "feta",
  soon: "S’està escrivint; sol trigar menys d’un minut. El botó apareix sol.",
  moment: "Moment {{at}} de la reunió",
};
