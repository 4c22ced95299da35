import * as z from "zod/mini";
import { sentTask } from "#app/contracts/task-sending.ts";
import { TASK_KINDS } from "#app/domain/tasks/task-service.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CALL_PLATFORMS, type CallPlatform, LOBBY_STATES, type LobbyState } from "#app/domain/meeting/call.ts";
import { MEETING_ROLES, type MeetingRole } from "#app/domain/meeting/list.ts";
import { END_REASONS, type EndReason, MEETING_STATUSES, type MeetingStatus } from "#app/domain/meeting/status.ts";

/** A meeting as lists show it: a row of the projection. */
export type MeetingListItem = {
  id: string;
  title: string;
  startsAt: number;
  language: MeetingLanguage;
  /** §6: the reader's. */
  role: MeetingRole;
  /** The number of people in it; null where nothing tells it. */
  participants: number | null;
  /** Platform of the call; null for uploads. */
  platform: CallPlatform | null;
  /** State of the bot before it is admitted; null at every other time. */
  lobbyState: LobbyState | null;
  status: MeetingStatus;
  /** The reason why the meeting ended without minutes; null when it did not, or when the reason is unknown. */
  reason: EndReason | null;
  durationMs: number | null;
  /** Ms of recording recognised, and ms to recognise; both 0 until that is known. */
  recognisedMs: number;
  wantedMs: number;
  taskCount: number | null;
  /** The sample meeting that comes with Acta. */
  isSample?: true | undefined;
  /** The person who shows it to the reader; absent for the reader's own. */
  sharedBy?: string | undefined;
  /** The folder that it is in. The reader may not see that folder: then it is none. */
  folderId?: string | undefined;
  isArchived?: true | undefined;
};

/** GET /api/acta/meetings: a page of the list as it was narrowed, and how many meetings there are in each group of all. */
const listItem = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.number(),
  language: z.enum(MEETING_LANGUAGES),
  role: z.enum(MEETING_ROLES),
  participants: z.nullable(z.number()),
  platform: z.nullable(z.enum(CALL_PLATFORMS)),
  lobbyState: z.nullable(z.enum(LOBBY_STATES)),
  status: z.enum(MEETING_STATUSES),
  reason: z.nullable(z.enum(END_REASONS)),
  durationMs: z.nullable(z.number()),
  recognisedMs: z.number(),
  wantedMs: z.number(),
  taskCount: z.nullable(z.number()),
  isSample: z.optional(z.literal(true)),
  sharedBy: z.optional(z.string()),
  folderId: z.optional(z.string()),
  isArchived: z.optional(z.literal(true)),
});

export const filteredList = z.object({
  meetings: z.array(listItem),
  /** Cursors of the neighbouring pages: towards the beginning of the list, and towards its end. */
  newer: z.nullable(z.string()),
  older: z.nullable(z.string()),
  /** Others show meetings to the reader: `?role=shared` lists them. */
  hasShared: z.boolean(),
  /** Meetings of the reader's team belong into the list, and could not be read. */
  missing: z.optional(z.literal("team")),
  /** The reader has archived meetings: `?archived=1` lists them. */
  hasArchived: z.boolean(),
  counts: z.object({
    all: z.number(),
    completed: z.number(),
    error: z.number(),
    initiating: z.number(),
    rejected: z.number(),
    skipped: z.number(),
    working: z.number(),
  }),
  /** Length of the recordings of all of them. */
  durationMs: z.number(),
  /** Beginnings of the earliest and of the latest of all; null without a meeting. */
  earliestAt: z.nullable(z.number()),
  latestAt: z.nullable(z.number()),
});
export type FilteredList = z.infer<typeof filteredList>;

/** GET /api/acta/people: the people of a person's meetings, in the order of their names. */
export const peopleList = z.object({
  people: z.array(
    z.object({
      /** The name folded: what ?person= of a list takes. */
      key: z.string(),
      /** As the person's latest meeting spells it. */
      name: z.string(),
    }),
  ),
  /** The cursor of the next page; null after the last one. */
  next: z.nullable(z.string()),
});
export type PeopleList = z.infer<typeof peopleList>;

/** GET /api/tasks: tasks of all meetings, the next deadline first and those without a day last. */
export const taskList = z.object({
  tasks: z.array(
    z.object({
      meetId: z.string(),
      /** The id that POST /api/acta/meetings/:meetId/tasks takes. */
      taskId: z.string(),
      text: z.string(),
      description: z.nullable(z.string()),
      assigned: z.nullable(z.string()),
      /** As it was said, or the day that a person chose. */
      deadline: z.nullable(z.string()),
      /** The day that the deadline means, where that is certain: "2026-11-25". Of two possible days ("next Friday") the earlier. */
      dueDay: z.nullable(z.string()),
      /** The other of two possible days. */
      orDay: z.nullable(z.string()),
      done: z.boolean(),
      /** The moment that proves it, in ms of the recording. */
      startMs: z.nullable(z.number()),
      /** The check did not find the task in the recording; `startMs` is the nearest moment. */
      unconfirmed: z.optional(z.literal(true)),
      meeting: z.object({ title: z.string(), startsAt: z.number() }),
      /** Somebody else shows the meeting to the reader, who cannot tick its tasks. */
      isShared: z.optional(z.literal(true)),
      /** Services to which the reader has sent it; absent: none. */
      sent: z.optional(z.array(sentTask)),
    }),
  ),
  cursor: z.nullable(z.string()),
  /** Tasks of meetings of the reader's team, or of one of its members, that could not be read. */
  missing: z.optional(z.enum(["team", "member"])),
  /** Services to which the reader can send tasks of their own meetings; absent: none. */
  destinations: z.optional(z.array(z.object({ id: z.string(), kind: z.enum(TASK_KINDS) }))),
});
export type TaskList = z.infer<typeof taskList>;

/** POST /api/acta/delete: for each meeting whether it is gone. A meeting that the person cannot reach is "not-found". */
export const deletedAnswer = z.object({
  results: z.array(z.object({ meetId: z.string(), outcome: z.enum(["gone", "not-found", "failed"]) })),
});
