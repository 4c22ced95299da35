export const spoken = {
  note: "The recording seems to be in {{spoken}}, while {{chosen}} was chosen.",
  quoted: "The recording seems to be in {{spoken}}, while {{chosen}} was chosen; these minutes quote it in {{spoken}}.",
  write: "Write the minutes in {{spoken}}",
  transcribe: "Transcribe in {{spoken}}",
  noSpeakers: "The voices in this recording were not told apart: its lines have no speakers.",
} as const;
