export const exporting = {
  pdf: "PDF",
  pdfWithTranscript: "PDF with the transcript",
  docx: "Word, DOCX",
  done: "done",
  soon: "It is being written, usually in under a minute. The button appears by itself.",
  moment: "Moment {{at}} of the meeting",
} as const;
