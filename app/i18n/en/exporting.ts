export const exporting = {
  pdf: "PDF",
  docx: "Word",
  md: "Markdown",
  txt: "Plain text",
  vtt: "Captions, WebVTT",
  srt: "Captions, SubRip",
  json: "Data, JSON",
  choice: { label: "What the file holds", transcript: "With the transcript", names: "With speaker names" },
  more: "More",
  withTranscript: "{{format}} with the transcript",
  recording: "Download the recording",
  copy: {
    action: "Copy the minutes",
    done: "The minutes are on the clipboard.",
    refused: "The minutes could not be copied: your browser does not allow it. Download them as plain text instead.",
  },
  participants: "Participants: {{names}}",
  done: "done",
  soon: "It is being written, usually in under a minute. The button appears by itself.",
  missingLetters:
    "This PDF does not have the letters of all its languages: a box (□) stands for each of them. The Word file has them all.",
  moment: "Moment {{at}} of the meeting",
} as const;
