export const home = {
  greeting: {
    morning: "Good morning, {{name}}",
    afternoon: "Good afternoon, {{name}}",
    evening: "Good evening, {{name}}",
    morningAlone: "Good morning",
    afternoonAlone: "Good afternoon",
    eveningAlone: "Good evening",
  },
  usage: {
    /** The number stands out, so the line comes in two parts. */
    count: "{{used}} of {{limit}}",
    after: "uploads used on the free plan",
    label: "{{used}} of {{limit}} uploads used",
  },
  limit: {
    title: "Meeting limit reached",
    text: "The free plan has {{limit}} uploads, and all of them are used. Your meetings stay as they are.",
    upgrade: "Upgrade plan",
  },
  inProgress: "In progress",
  transcribed: "{{done}} of {{all}} {{unit}} transcribed",
  latest: "Latest meetings",
  allMeetings: "All meetings",
  tasks_one: "{{count}} task",
  tasks_other: "{{count}} tasks",
  waiting: {
    TORECORD: "Waiting for the recording",
    RECORDED: "The recording has arrived",
    TRANSCRIPTED: "The transcript is ready; the summary comes next",
    LLMING: "The transcript can be read already",
  },
  empty: {
    lead: "Your meetings will be here, written down. Every line of the summary points at the moment of the recording that proves it.",
    uploadTitle: "Upload a recording",
    uploadText: "One MP4 video of up to 2 GB. The minutes of an hour take a few minutes.",
    sampleTitle: "This is what minutes look like",
    playFrom: "Play from",
    sample1: "The new office opens on 1 February, with or without a sign.",
    sample2: "Iker asks for three quotes for the sign before Friday.",
    sample3: "Still open: who keeps the keys.",
  },
} as const;
