/** Minutes that only quote. Their part of a page loads after it. */
export const highlights = {
  /** Over quotations that stand below minutes of which fewer than half are confirmed. */
  below: "Fewer than half of the lines above are confirmed. These are the meeting’s own sentences.",
  title: "Key quotes from this meeting",
  intro:
    "Its own sentences, each with its moment; hesitations are left out. Acta picked them by rule and added no word.",
  introWordForWord:
    "Its own sentences, word for word, each with its moment. Acta picked them by rule and added no word.",
  introEdited:
    "Its own sentences, each with its moment. Acta picked them by rule; a person has changed some of them since.",
  topic: "Topic",
  until: "to",
  speaker: "{{name}}:",
  quote: "“{{text}}”",
  shortened: "shortened",
  exact: "Said word for word: {{text}}",
} as const;
