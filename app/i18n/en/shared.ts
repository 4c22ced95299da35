/** The page behind a link, which the server writes whole: no browser loads these texts to draw it. */
export const shared = {
  preview: "Shared minutes",
  previewText: "Somebody has shared the minutes of a meeting with you.",
  sharedBy: "Shared by {{name}}",
  zone: "({{city}} time)",
  hidden: {
    transcript: "The summary and the recording are shared; the transcript is not.",
    recording: "The summary and the transcript are shared; the recording is not, so its times are plain text.",
    both: "Only the summary is shared; the transcript and the recording are not, so its times are plain text.",
    nothing: "The summary, the transcript and the recording are shared.",
    textOnly: "The summary and the transcript are shared; there is no recording.",
    summaryOnly: "Only the summary is shared; the transcript is not, and there is no recording.",
  },
  untilRevoked: "The link works until {{name}} withdraws it.",
  untilDay: "The link works until {{day}}, or until {{name}} withdraws it.",
  proof: "Each time marks the moment that proves the line: press it to hear it.",
  notYet: "The minutes are not written yet. Come back later; the link stays the same.",
  take: "Download",
  picture: "Picture",
  /** The page of a clip. */
  clip: {
    only: "Only this passage of the meeting is shared.",
    words: "What is said",
    failed: "The recording could not be loaded. Reload the page, or try again later.",
    deleted: "The recording of this meeting was deleted; its words remain.",
    locked: "The recording of this meeting cannot be played at the moment.",
    never: "This meeting has no recording that can be played here.",
    download: "Download {{format}}",
    whole: "Open the whole meeting: {{title}}",
    preview: "A clip of a meeting, {{length}}.",
  },
  gone: {
    text: "The person who shared it may have withdrawn the link, or it has expired. Ask them for a new one. If you think that this is a mistake, write to",
    mail: "and name the person who shared it.",
    signIn: "Sign in",
    yours: "Is it your meeting? Sign in: it is in your history, and you can share it again there.",
  },
} as const;
