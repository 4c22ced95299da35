/** The last lines of the minutes: from what and by what they were written. */
export const colophon = {
  tasks: { view: "VIEW TASKS", soon: "Coming soon in PRO", others: "More services" },
  written: "Written on {{date}} from {{length}} of recording, with the template {{template}}.",
  writtenNoLength: "Written on {{date}}, with the template {{template}}.",
  writtenFromText: "Written on {{date}} from a transcript without a recording, with the template {{template}}.",
  captions: "The transcript comes from the captions in the recording.",
  given: "The transcript is the one that was given with the recording.",
  speech: "The transcript was written by speech recognition.",
  extractive: "These minutes quote the transcript: no language model wrote them.",
  model: "The minutes were written by {{model}}.",
  notPlayable: "The recording is not available, so its moments cannot be played.",
  droppedItems_one: "One line was left out by an earlier check.",
  droppedItems_other: "{{count}} lines were left out by an earlier check.",
  cutOff: "The recording was cut off at {{at}}: the end of the file is missing.",
  droppedSegments_one: "One piece of recognised text was left out because nobody could be heard there.",
  droppedSegments_other: "{{count}} pieces of recognised text were left out because nobody could be heard there.",
  /** Figures of each person, where several spoke. */
  spoke: {
    title: "How people spoke",
    longest: "{{length}} at a stretch",
    turns_one: "1 turn",
    turns_other: "{{count}} turns",
    questions_one: "1 question",
    questions_other: "{{count}} questions",
    interruptions_one: "interrupted once",
    interruptions_other: "interrupted {{count}} times",
    lost: "This could not be loaded. Open it again to try once more.",
  },
  /** Lines that are not among the minutes. */
  caution: {
    "small-model": "Written by a small model: listen before you rely on a line.",
    "facts-only": "In this language Acta checks numbers and names at most: listen before you rely on a line.",
    unjudged: "The check of these lines did not finish: listen before you rely on a line.",
    "other-language": "These lines are not in the language that was asked for: the model did not write in it.",
  },
  leftOut: {
    title: "Left out ({{count}})",
    hint: "The language model wrote these lines. They are not in the minutes, and only people who may edit see them.",
    reason: {
      contradicted: "The recording says otherwise.",
      copied: "Copied from the instructions to the model.",
    },
  },
  /** On a meeting's page: the meeting of the same series before it. */
  lastTime: {
    brief: "Open the brief",
    title: "Last time",
    tasks: "Open tasks",
    none: "No task is open.",
    more_one: "And one more task.",
    more_other: "And {{count}} more tasks.",
    questions: "Open questions",
  },
} as const;
