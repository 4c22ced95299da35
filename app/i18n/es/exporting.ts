import type { Texts } from "#app/i18n/types.ts";

export const exporting: Texts["exporting"] = {
  pdf: "PDF",
  pdfWithTranscript: "PDF con la transcripción",
  docx: "Word, DOCX",
  done: "hecha",
  soon: "Se está escribiendo; suele tardar menos de un minuto. El botón aparece solo.",
  moment: "Momento {{at}} de la reunión",
};
