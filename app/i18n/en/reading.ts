/** Reading the meeting: the search, passages to copy, previews, keys. */
export const reading = {
  find: {
    label: "Search the transcript",
    placeholder: "Search the transcript",
    count: "{{at}} of {{all}}",
    noData: "No data found.",
    noMatches: "No matches found.",
    next: "Next match",
    previous: "Previous match",
  },
  more: {
    earlier: "What was said before",
    later: "What was said after",
    all: "The whole transcript as text",
    coming: "The rest is on its way.",
    failed: "The rest of the transcript could not be loaded.",
    again: "Load it again",
  },
  skipSilence: "Skip silence",
  picture: { captions: "Captions", larger: "Larger picture", smaller: "Smaller picture", close: "Close the picture" },
  copy: {
    passage: "Copy with its time and link",
    transcript: "Copy the transcript",
    done: "Copied.",
    failed: "It could not be copied. Your browser may not allow it.",
  },
  keys: {
    button: "Shortcuts",
  },
} as const;
