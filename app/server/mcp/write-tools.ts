import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { randomId } from "#app/domain/ids.ts";
import { LINE_ID_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { refused } from "#app/domain/outcome.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";
import { meetingId } from "#app/server/mcp/read-tools.ts";
import { tool } from "#app/server/mcp/tool.ts";
import { readMeeting, readTask } from "#app/server/programs/read-meeting.ts";

/** The tools of the scope `write`: corrections that a person can undo on the meeting's page. */

const EDITING = { scope: "write", rate: { limit: "edit", counted: "mcp-edit" } } as const;

const setTaskDone = tool({
  name: "set_task_done",
  title: "Mark a task",
  description: "Marks a task of a meeting as done, or as open again.",
  ...EDITING,
  input: z.strictObject({
    meetingId,
    taskId: z.string().min(1).max(LINE_ID_CHARS_MAX).describe("Id of a task, from list_tasks."),
    done: z.boolean(),
  }),
  run: async (services, { actor }, { meetingId: meetId, taskId, done }) => {
    const before = await readTask(services, actor, { meetId, taskId });
    if (!before.ok) return before;
    const changed = await editMeeting(services, actor, meetId, { type: "tick-task", taskId, done });
    if (!changed.ok) return refused(changed.reason === "not-found" ? "not-found" : "not-ready");
    return readTask(services, actor, { meetId, taskId });
  },
});

const title = z.string().max(MEETING_TITLE_CHARS_MAX).transform(cleanName).pipe(z.string().min(1));

const setTitle = tool({
  name: "set_title",
  title: "Change a title",
  description: "Changes the title of a meeting that has minutes.",
  ...EDITING,
  input: z.strictObject({ meetingId, title }),
  run: async (services, { actor }, { meetingId: meetId, title: after }) => {
    const read = await readMeeting(services, actor, meetId);
    if (!read.ok) return read;
    const { title: before, minutesVersion } = read.value;
    if (minutesVersion === null) return refused("not-ready");
    const changed = await editMeeting(services, actor, meetId, {
      type: "save-summary",
      saveId: randomId(),
      madeOn: minutesVersion,
      seen: minutesVersion,
      title: { before, after },
      fields: [],
    });
    if (changed.ok) return readMeeting(services, actor, meetId);
    if (changed.reason === "not-found") return refused("not-found");
    return refused(changed.reason === "edited-meanwhile" ? "changed-meanwhile" : "not-ready");
  },
});

export const WRITE_TOOLS = [setTaskDone, setTitle];
