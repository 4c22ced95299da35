import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { ASK_QUESTION_CHARS_MAX } from "#app/domain/limits/ask.ts";
import { CHAT_QUESTION_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import {
  MCP_MINUTES_CHARS_MAX,
  MCP_PAGE_CHARS,
  MCP_PAGE_SEGMENTS,
  MCP_TEXT_CHARS_MAX,
} from "#app/domain/limits/apps.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { KeyCaller } from "#app/server/keys/authenticate-key.ts";
import { exportMeeting } from "#app/server/meetings/export-meeting.ts";
import { tool } from "#app/server/mcp/tool.ts";
import { askAllAsProgram } from "#app/server/programs/ask-all.ts";
import { askAsProgram } from "#app/server/programs/ask-meeting.ts";
import { citationOf } from "#app/server/programs/cite-moment.ts";
import { listMeetingsPage, listTasksPage, searchPage } from "#app/server/programs/list-pages.ts";
import { readMeeting, readTranscript } from "#app/server/programs/read-meeting.ts";
import type { Services } from "#app/server/services.ts";

/** The tools of the scope `read`. They answer what the public API answers, by the same use cases. */

const text = z.string().max(MCP_TEXT_CHARS_MAX);
const cursor = text.optional().describe("nextCursor of the page before.");
const day = z.iso.date().optional();
export const meetingId = z
  .string()
  .transform((id, context) => {
    const parsed = parseMeetId(id);
    if (parsed === null) context.addIssue("This is no id of a meeting.");
    return parsed ?? z.NEVER;
  })
  .describe("Id of a meeting, from list_meetings or search.");

/** Parameters of the public API's lists, from those of a tool. */
function parametersOf(values: Record<string, string | undefined>): URLSearchParams {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(given);
}

const listMeetings = tool({
  name: "list_meetings",
  title: "List meetings",
  description: "Lists the person's meetings, newest first, a page at a time: title, start, length, status and link.",
  scope: "read",
  input: z.strictObject({
    cursor,
    after: day.describe("A day, as 2026-11-01: meetings that began on it or later."),
    before: day.describe("A day: meetings that began before it."),
    person: text.optional().describe("Only meetings in which a person of this name spoke."),
    folder: text.optional().describe("Id of a folder, from a meeting that is listed: only meetings in it."),
    tag: text.optional().describe("Only meetings with this tag."),
    shared: z.boolean().optional().describe("true: meetings that others show to the person, instead of their own."),
  }),
  run: (services, { actor, user }, { shared, ...filters }) => {
    const parameters = parametersOf({ ...filters, role: shared ? "shared" : undefined });
    return listMeetingsPage(services, actor, { parameters, timeZone: user.timeZone });
  },
});

/** ChatGPT asks for a tool `search` whose results have `id`, `title` and `url`, and for a tool `fetch`. */
const search = tool({
  name: "search",
  title: "Search meetings",
  description:
    'Searches titles, people, minutes, tasks and transcripts of all meetings. Words, or "a phrase"; from:, person:, after:2026-11-01 and before: narrow the search. Each moment has a link that opens it.',
  scope: "read",
  input: z.strictObject({ query: text.min(1), cursor }),
  run: async (services, { actor, user }, { query, cursor: from }) => {
    const parameters = parametersOf({ q: query, cursor: from });
    const found = await searchPage(services, actor, { parameters, timeZone: user.timeZone });
    if (!found.ok) return found;
    const { meetings, ...page } = found.value;
    const results = meetings.map(({ moments, ...meeting }) => ({
      ...meeting,
      moments: moments.map(({ startMs, ...moment }) => ({
        ...moment,
        ...(startMs === null ? { url: meeting.url } : citationOf(meeting.url, { startMs })),
      })),
    }));
    return ok({ results, ...page });
  },
});

const fetchMeeting = tool({
  name: "fetch",
  title: "Fetch a meeting",
  description: "Reads the minutes of a meeting as Markdown, by the id of a search result.",
  scope: "read",
  input: z.strictObject({ id: meetingId }),
  run: async (services, caller, { id }) => {
    const read = await minutesOf(services, caller, id);
    if (!read.ok) return read;
    const { minutes, ...metadata } = read.value;
    return ok({ id, title: metadata.title, text: minutes, url: metadata.url, metadata });
  },
});

const readMinutes = tool({
  name: "read_minutes",
  title: "Read minutes",
  description:
    "Reads the minutes of a meeting as Markdown. Each line links to the moments of the recording that prove it.",
  scope: "read",
  input: z.strictObject({ meetingId }),
  run: (services, caller, { meetingId: id }) => minutesOf(services, caller, id),
});

async function minutesOf(
  services: Services,
  { actor, user }: KeyCaller,
  id: z.output<typeof meetingId>,
): Promise<Outcome<{ title: string; url: string; minutes: string }, "not-found" | "not-ready">> {
  const read = await readMeeting(services, actor, id);
  if (!read.ok) return read;
  const { minutesVersion } = read.value;
  if (minutesVersion === null) return refused("not-ready");
  const asked = { meetId: id, format: "md", locale: user.locale, transcript: false };
  const file = await exportMeeting(services, actor, asked);
  if (!file.ok) return file;
  const { content } = file.value;
  const whole = content.kind === "made" ? content.make() : "";
  const minutes = typeof whole === "string" ? whole : "";
  const isCutOff = minutes.length > MCP_MINUTES_CHARS_MAX;
  return ok({ ...read.value, minutes: beginningOf(minutes, MCP_MINUTES_CHARS_MAX), ...(isCutOff ? { isCutOff } : {}) });
}

const readTranscriptTool = tool({
  name: "read_transcript",
  title: "Read the transcript",
  description:
    "Reads who said what in a meeting, a page at a time. Cite a line by its url, which opens the recording at that moment.",
  scope: "read",
  input: z.strictObject({
    meetingId,
    cursor,
    fromSeconds: z.number().min(0).optional().describe("Begins with the line at this second of the recording."),
  }),
  run: async (services, { actor }, { meetingId: id, cursor: from, fromSeconds = 0 }) => {
    if (from !== undefined && !/^\d{1,9}$/.test(from)) return refused("cursor-invalid");
    const read = await readTranscript(services, actor, id);
    if (!read.ok) return read;
    const { segments, source } = read.value;
    if (segments.length === 0) return refused("no-transcript");
    const first = from === undefined ? segments.findIndex(({ endMs }) => endMs > fromSeconds * 1000) : Number(from);
    const start = first >= 0 ? first : segments.length;
    const end = endOfPage(segments, start);
    const url = `${services.config.origin}/${id}`;
    const lines = segments.slice(start, end).map((segment) => ({
      speaker: segment.speaker,
      text: segment.text,
      ...citationOf(url, segment),
    }));
    return ok({ meetingId: id, source, lines, nextCursor: end < segments.length ? String(end) : null });
  },
});

/** The first segment after the page that begins at `start`; a page has one segment at least. */
function endOfPage(segments: readonly { text: string }[], start: number): number {
  let chars = 0;
  let end = start;
  for (const segment of segments.slice(start, start + MCP_PAGE_SEGMENTS)) {
    chars += segment.text.length;
    if (end > start && chars > MCP_PAGE_CHARS) break;
    end += 1;
  }
  return end;
}

const listTasks = tool({
  name: "list_tasks",
  title: "List tasks",
  description:
    "Lists open tasks of all meetings, the next deadline first, each with its meeting and the moment it comes from.",
  scope: "read",
  input: z.strictObject({
    cursor,
    everybody: z.boolean().optional().describe("true: also tasks of other people."),
    done: z.boolean().optional().describe("true: tasks that are done, instead of open ones."),
  }),
  run: async (services, { actor, user }, { cursor: from, everybody, done }) => {
    const whose = everybody ? "everybody" : undefined;
    const parameters = parametersOf({ cursor: from, whose, state: done ? "done" : undefined });
    const listed = await listTasksPage(services, actor, { parameters, name: user.name });
    if (!listed.ok) return listed;
    const { tasks, nextCursor } = listed.value;
    const cited = tasks.map(({ startMs, ...task }) => ({
      ...task,
      citation: startMs === null ? null : citationOf(task.url, { startMs }),
    }));
    return ok({ tasks: cited, nextCursor });
  },
});

const ask = tool({
  name: "ask",
  title: "Ask about a meeting",
  description:
    "Asks a question about one meeting. Each line of the answer has the moments that it rests on; one marked unconfirmed was not found in the recording. It can take up to two minutes. The question is not kept.",
  scope: "read",
  input: z.strictObject({ meetingId, question: z.string().trim().min(1).max(CHAT_QUESTION_CHARS_MAX) }),
  rate: { limit: "chat", counted: "chat" },
  run: (services, caller, { meetingId: meetId, question }) => askAsProgram(services, caller, { meetId, question }),
});

const askMeetings = tool({
  name: "ask_meetings",
  title: "Ask all meetings",
  description:
    "Asks a question about all meetings that the person can see. Each line of the answer has its meeting and moment; one marked unconfirmed was not found in the recording. Without a model it answers with the passages that fit. It can take up to two minutes. The question is not kept.",
  scope: "read",
  input: z.strictObject({
    question: z.string().trim().min(1).max(ASK_QUESTION_CHARS_MAX),
    person: text.optional().describe("Only meetings in which a person of this name is."),
    after: day.describe("A day, as 2026-11-01: meetings that began on it or later."),
    before: day.describe("A day: meetings that began before it."),
  }),
  rate: { limit: "chat", counted: "ask" },
  run: async (services, caller, asked) => ok(await askAllAsProgram(services, caller, asked)),
});

export const READ_TOOLS = [
  listMeetings,
  search,
  fetchMeeting,
  readMinutes,
  readTranscriptTool,
  listTasks,
  ask,
  askMeetings,
];
