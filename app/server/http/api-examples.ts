/** Examples of the public API's bodies and answers, by operation. A test checks each against its schema. */

type Example = { body?: unknown; answer?: unknown };

const ORIGIN = "https://acta.example";
const ID = "k3v9q2m8x1c7b5n4z6l0w8ya";
const URL_OF = `${ORIGIN}/${ID}`;

const MEETING = {
  id: ID,
  title: "Seminar rooms",
  startsAt: "2026-11-20T09:30:00.000Z",
  language: "en",
  status: "SUMMARIZED",
  durationSeconds: 1810.5,
  role: "organizer",
  participants: 4,
  folder: { id: "k7Qd2mXv9LpB4tRs8NcA", name: "Clients/Girona" },
  tags: ["budget"],
  archived: false,
  url: URL_OF,
};
const TASK = {
  id: "t-3",
  meetingId: ID,
  meetingTitle: MEETING.title,
  text: "Book the large room for the open day",
  description: null,
  assigned: "Nora",
  deadline: "2026-11-25",
  dueDay: "2026-11-25",
  orDay: null,
  done: false,
  startMs: 415_200,
  url: URL_OF,
};
const SHARES = {
  shares: [
    {
      url: `${ORIGIN}/s/…`,
      parts: ["summary", "recording"],
      titleShown: false,
      expiresAt: "2026-12-20T09:30:00.000Z",
    },
  ],
};
const CLIP = {
  id: "c8k2m4x7v9q1z3n5b6l0w2ya",
  title: "The large room is ours in May",
  startMs: 415_200,
  endMs: 447_900,
  url: `${ORIGIN}/clip/…`,
  parts: ["transcript", "recording"],
  playable: true,
  createdAt: "2026-11-20T10:12:00.000Z",
  expiresAt: null,
};
const DETAILS = { title: MEETING.title, startsAt: "2026-11-20T10:30:00+01:00", language: "en", templateId: null };

const EXAMPLES: Readonly<Record<string, Example>> = {
  listMeetings: { answer: { meetings: [MEETING], nextCursor: `1763631000000.${ID}` } },
  readMeeting: {
    answer: {
      ...MEETING,
      timeZone: "Europe/Madrid",
      source: "upload",
      reason: null,
      template: null,
      access: "owner",
      minutesVersion: 2,
    },
  },
  readTranscript: {
    answer: {
      meetingId: ID,
      source: "speech",
      segments: [{ id: "w0-0", startMs: 0, endMs: 4200, speaker: "Nora", text: "Shall we begin with the rooms?" }],
    },
  },
  searchMeetings: {
    answer: {
      meetings: [
        {
          id: ID,
          title: MEETING.title,
          startsAt: MEETING.startsAt,
          durationSeconds: MEETING.durationSeconds,
          url: URL_OF,
          count: 1,
          moments: [{ kind: "transcript", text: "Shall we begin with the rooms?", speaker: "Nora", startMs: 0 }],
        },
      ],
      nextCursor: null,
      isComplete: true,
    },
  },
  askMeetings: {
    body: { question: "Which rooms do we begin with?", after: "2026-11-01" },
    answer: {
      answeredBy: "model",
      notice: null,
      trouble: null,
      lookedAt: 14,
      lines: [
        {
          text: "Nora asked to begin with the rooms.",
          speaker: null,
          meeting: { id: ID, title: MEETING.title, startsAt: MEETING.startsAt },
          time: "00:00",
          startMs: 0,
          url: `${URL_OF}?t=0#s-w0-0`,
        },
      ],
    },
  },
  listTasks: { answer: { tasks: [TASK], nextCursor: null } },
  readTask: { answer: TASK },
  changeTask: { body: { done: true }, answer: { ...TASK, done: true } },
  listTemplates: {
    answer: { templates: [{ id: null, name: "Basic system", description: null, kind: "predefined", fields: [] }] },
  },
  listShares: { answer: SHARES },
  createShare: { answer: SHARES },
  changeShare: { body: { parts: ["summary"], expiresAt: null }, answer: SHARES },
  listClips: { answer: { clips: [CLIP] } },
  readClip: { answer: CLIP },
  createClip: { body: { startMs: CLIP.startMs, endMs: CLIP.endMs, title: CLIP.title }, answer: CLIP },
  changeClip: { body: { parts: ["transcript"], expiresAt: null }, answer: { ...CLIP, parts: ["transcript"] } },
  startUpload: {
    body: { ...DETAILS, file: { extension: "mp4", bytes: 52_428_800 } },
    answer: {
      id: ID,
      url: URL_OF,
      file: { url: "https://storage.example/…", headers: { "Content-Type": "application/octet-stream" } },
      transcript: null,
    },
  },
  finishUpload: { answer: { id: ID, url: URL_OF } },
  inviteActa: {
    body: { link: "https://meet.google.com/abc-defg-hij", ...DETAILS },
    answer: { id: ID, url: URL_OF },
  },
};

export const exampleOf = (operation: string): Example => EXAMPLES[operation] ?? {};
