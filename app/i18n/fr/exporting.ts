import type { Texts } from "#app/i18n/types.ts";

export const exporting: Texts["exporting"] = {
  pdf: "PDF",
  docx: "Word",
  md: "Markdown",
  txt: "Texte brut",
  vtt: "Sous-titres, WebVTT",
  srt: "Sous-titres, SubRip",
  json: "Données, JSON",
  choice: { label: "Contenu du fichier", transcript: "Avec la transcription", names: "Avec les noms des intervenants" },
  more: "Plus",
  withTranscript: "{{format}} avec la transcription",
  recording: "Télécharger l’enregistrement",
  copy: {
    action: "Copier le compte rendu",
    done: "Le compte rendu est dans le presse-papiers.",
    refused: "Le compte rendu n’a pas pu être copié : le navigateur ne le permet pas. Téléchargez-le en texte brut.",
  },
  participants: "Participants : {{names}}",
  done: "faite",
  soon: "Il est en cours de rédaction, ce qui prend en général moins d’une minute. Le bouton apparaîtra de lui-même.",
  missingLetters:
    "Ce PDF ne peut pas afficher certaines lettres : un carré (□) remplace chacune d’elles. Le fichier Word les contient toutes.",
  moment: "Moment {{at}} de la réunion",
};
