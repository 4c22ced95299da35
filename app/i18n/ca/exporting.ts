import type { Texts } from "#app/i18n/types.ts";

export const exporting: Texts["exporting"] = {
  pdf: "PDF",
  docx: "Word",
  md: "Markdown",
  txt: "Text sense format",
  vtt: "Subtítols, WebVTT",
  srt: "Subtítols, SubRip",
  json: "Dades, JSON",
  choice: { label: "Contingut del fitxer", transcript: "Amb la transcripció", names: "Amb els noms de qui parla" },
  more: "Més",
  withTranscript: "{{format}} amb la transcripció",
  recording: "Baixa la gravació",
  copy: {
    action: "Copia l’acta",
    done: "L’acta és al porta-retalls.",
    refused: "No s’ha pogut copiar l’acta: el navegador no ho permet. Baixa-la com a text sense format.",
  },
  participants: "Participants: {{names}}",
  done: "feta",
  soon: "S’està escrivint; sol trigar menys d’un minut. El botó apareix sol.",
  missingLetters:
    "Aquest PDF no pot mostrar algunes lletres: en lloc de cadascuna hi ha un requadre (□). El fitxer de Word les té totes.",
  moment: "Moment {{at}} de la reunió",
};
