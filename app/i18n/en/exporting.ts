export const exporting = {
  pdf: "PDF",
  pdfWithTranscript: "PDF with the transcript",
  docx: "Word, DOCX",
  withTranscript: "{{format}} with the transcript",
  copy: {
    action: "Copy the minutes",
    done: "The minutes are on the clipboard.",
    refused: "The minutes could not be copied: your browser does not allow it. Download them as plain text instead.",
  },
  done: "done",
  soon: "It is being written, usually in under a minute. The button appears by itself.",
  moment: "Moment {{at}} of the meeting",
} as const;
