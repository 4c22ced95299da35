import type { Texts } from "#app/i18n/types.ts";

export const exporting: Texts["exporting"] = {
  pdf: "PDF",
  docx: "Word",
  md: "Markdown",
  txt: "Texto sin formato",
  vtt: "Subtítulos, WebVTT",
  srt: "Subtítulos, SubRip",
  json: "Datos, JSON",
  choice: {
    label: "Contenido del archivo",
    transcript: "Con la transcripción",
    names: "Con los nombres de quienes hablan",
  },
  more: "Más",
  withTranscript: "{{format}} con la transcripción",
  recording: "Descargar la grabación",
  copy: {
    action: "Copiar el acta",
    done: "El acta está en el portapapeles.",
    refused: "No se ha podido copiar el acta: el navegador no lo permite. Descárgala como texto sin formato.",
  },
  participants: "Participantes: {{names}}",
  done: "hecha",
  soon: "Se está escribiendo; suele tardar menos de un minuto. El botón aparece solo.",
  missingLetters:
    "Este PDF no puede mostrar algunas letras: en lugar de cada una hay un recuadro (□). El archivo de Word las tiene todas.",
  moment: "Momento {{at}} de la reunión",
};
