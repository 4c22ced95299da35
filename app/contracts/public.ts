import * as z from "zod/mini";
import { SHARE_PARTS } from "#app/contracts/meeting/share.ts";
import { templateField } from "#app/contracts/template/template-fields.ts";
import { CLIP_PARTS } from "#app/domain/clips/clip.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { MEETING_ROLES } from "#app/domain/meeting/list.ts";
import { MEETING_STATUSES } from "#app/domain/meeting/status.ts";

/** Answers of the public API. Points in time are ISO 8601 in UTC; places in a recording are milliseconds from its beginning. */

const time = z.iso.datetime();
const textOrNull = z.nullable(z.string());
const msOrNull = z.nullable(z.number());
const language = z.enum(MEETING_LANGUAGES);
/** Asks for the next page; null at the end. */
const nextCursor = textOrNull;

const listedMeeting = {
  id: z.string(),
  title: z.string(),
  startsAt: time,
  language,
  status: z.enum(MEETING_STATUSES),
  /** Null until it is known. */
  durationSeconds: z.nullable(z.number()),
  /** The person's part in the meeting: they organise its call, or were invited to it or shown it. */
  role: z.enum(MEETING_ROLES),
  /** The number of people in it; null where nothing tells it. */
  participants: z.nullable(z.number()),
  /** The folder that the person sees it in; null for none. */
  folder: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The tags that the person gave to it. */
  tags: z.array(z.string()),
  /** The person has archived it: lists leave it out, but for those of archived meetings and of changes. */
  archived: z.boolean(),
  /** The meeting's page. */
  url: z.string(),
};

export const meetingPage = z.object({
  meetings: z.array(z.object(listedMeeting)),
  nextCursor,
  /** Of a list by change, on its last page: all changes until then are listed. The next `changedAfter`. */
  changedUntil: z.optional(time),
});
export type MeetingPage = z.infer<typeof meetingPage>;

export const publicMeeting = z.object({
  ...listedMeeting,
  timeZone: z.string(),
  source: z.enum(["upload", "invite", "calendar", "here", "sample"]),
  /** Why the meeting stands where it does; null where the status says it. */
  reason: textOrNull,
  /** Null for Basic system. */
  template: textOrNull,
  /** The person's part in the meeting: a team or its owner may show it to them. */
  access: z.enum(["owner", "team", "guest"]),
  /** Grows with each save of the minutes; null while there are none. */
  minutesVersion: z.nullable(z.number()),
});
export type PublicMeeting = z.infer<typeof publicMeeting>;

export const publicTranscript = z.object({
  meetingId: z.string(),
  /** Null while there is none. */
  source: z.nullable(z.enum(["speech", "captions", "given"])),
  segments: z.array(
    z.object({ id: z.string(), startMs: z.number(), endMs: z.number(), speaker: textOrNull, text: z.string() }),
  ),
});
export type PublicTranscript = z.infer<typeof publicTranscript>;

export const searchPage = z.object({
  /** Newest first. */
  meetings: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      startsAt: time,
      durationSeconds: z.nullable(z.number()),
      url: z.string(),
      /** Places that were found; `moments` are the first ones. */
      count: z.number(),
      moments: z.array(
        z.object({
          kind: z.enum(["title", "person", "minutes", "task", "transcript"]),
          text: z.string(),
          speaker: textOrNull,
          startMs: msOrNull,
          /** A line of the minutes that the check did not find in the recording; `startMs` is the nearest moment. */
          unconfirmed: z.optional(z.literal(true)),
        }),
      ),
    }),
  ),
  nextCursor,
  /** False while the index is being built, so that meetings may be missing. */
  isComplete: z.boolean(),
});
export type SearchPage = z.infer<typeof searchPage>;

/** The answer to a question to all meetings. */
export const publicAnswer = z.object({
  /** "model": written by a model and checked against the transcripts. "passages": quoted. */
  answeredBy: z.enum(["model", "passages"]),
  /** needs-model: there is no model. no-line: the model found no answer, and the lines are the nearest moments. nothing: no moment fits. */
  notice: z.nullable(z.enum(["needs-model", "no-line", "nothing"])),
  trouble: z.nullable(z.enum(["model-down", "broke-off"])),
  /** Meetings that were looked at. */
  lookedAt: z.number(),
  lines: z.array(
    z.object({
      text: z.string(),
      /** The check did not find the line in the recording; the moment is the nearest one. */
      unconfirmed: z.optional(z.literal(true)),
      speaker: textOrNull,
      meeting: z.object({ id: z.string(), title: z.string(), startsAt: time }),
      time: z.string(),
      startMs: z.number(),
      url: z.string(),
    }),
  ),
});
export type PublicAnswer = z.infer<typeof publicAnswer>;

export const publicTask = z.object({
  id: z.string(),
  meetingId: z.string(),
  meetingTitle: z.string(),
  text: z.string(),
  description: textOrNull,
  assigned: textOrNull,
  /** As it was said, or the day that a person chose. */
  deadline: textOrNull,
  /** The day that the deadline means, where that is certain: "2026-11-25". Of two possible days ("next Friday") the earlier. */
  dueDay: textOrNull,
  /** The later of two possible days. */
  orDay: textOrNull,
  done: z.boolean(),
  /** The check did not find the task in the recording; `startMs` is the nearest moment. */
  unconfirmed: z.optional(z.literal(true)),
  startMs: msOrNull,
  url: z.string(),
});
export type PublicTask = z.infer<typeof publicTask>;
export const taskPage = z.object({ tasks: z.array(publicTask), nextCursor });
export type TaskPage = z.infer<typeof taskPage>;

export const publicTemplates = z.object({
  templates: z.array(
    z.object({
      /** Null is Basic system. */
      id: textOrNull,
      name: z.string(),
      description: textOrNull,
      kind: z.enum(["predefined", "custom"]),
      fields: z.array(templateField),
    }),
  ),
});
export type PublicTemplates = z.infer<typeof publicTemplates>;

/** A meeting has one link at most. */
export const publicShares = z.object({
  shares: z.array(
    z.object({
      /** Null: the server's secret was changed since, so that the address is not known any more. */
      url: textOrNull,
      parts: z.array(z.enum(SHARE_PARTS)),
      titleShown: z.boolean(),
      expiresAt: z.nullable(time),
    }),
  ),
});
export type PublicShares = z.infer<typeof publicShares>;

/** A passage of a meeting with a link of its own. Its words and its sound are read when the link is opened. */
export const publicClip = z.object({
  id: z.string(),
  title: z.string(),
  /** In ms of the meeting. */
  startMs: z.number(),
  endMs: z.number(),
  /** Null as for share links. */
  url: textOrNull,
  parts: z.array(z.enum(CLIP_PARTS)),
  /** Whether it was cut from a recording; else it has words alone. */
  playable: z.boolean(),
  createdAt: time,
  expiresAt: z.nullable(time),
});
/** In the order of their passages. */
export const publicClips = z.object({ clips: z.array(publicClip) });
export type PublicClip = z.infer<typeof publicClip>;
export type PublicClips = z.infer<typeof publicClips>;

/** A meeting that a call made. */
export const madeMeeting = z.object({ id: z.string(), url: z.string() });
export type MadeMeeting = z.infer<typeof madeMeeting>;

const put = z.object({
  url: z.string(),
  /** Headers that the PUT must send. */
  headers: z.record(z.string(), z.string()),
});
export const startedUpload = z.object({
  id: z.string(),
  url: z.string(),
  /** The address for the file. Null: an earlier call with the same Idempotency-Key has finished this upload. */
  file: z.nullable(put),
  /** The address for the transcript; null if none was announced. */
  transcript: z.nullable(put),
});
export type StartedUpload = z.infer<typeof startedUpload>;
