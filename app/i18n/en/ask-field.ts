/** The field for a question to all meetings, on Home and on its own pages. */
export const askField = {
  label: "Ask your meetings",
  placeholder: "Ask all your meetings, for example: What did we promise Girona?",
  send: "Ask",
} as const;
