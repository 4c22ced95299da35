import * as z from "zod";
import { CLIP_PARTS } from "#app/domain/clips/clip.ts";
import { CLIP_TITLE_CHARS_MAX } from "#app/domain/limits/clips.ts";
import { MCP_TEXT_CHARS_MAX } from "#app/domain/limits/apps.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { newClip } from "#app/contracts/meeting/clip-changes.ts";
import { meetingId } from "#app/server/mcp/read-tools.ts";
import { tool, type ToolRefusal } from "#app/server/mcp/tool.ts";
import { asPublicClip, listPublicClips, makePublicClip } from "#app/server/programs/clips.ts";
import { changeClip, revokeClip } from "#app/server/sharing/change-clips.ts";

/** The tools of clips, for those who may share the meeting. A clip is shown to whoever gets its link. */

const MAKING = { scope: "write", rate: { limit: "edit", counted: "mcp-clip" } } as const;

const clipId = z.string().min(1).max(MCP_TEXT_CHARS_MAX).describe("Id of a clip, from list_clips.");
const settings = {
  title: newClip.shape.title.describe(
    `Up to ${CLIP_TITLE_CHARS_MAX} characters. Everybody who gets the link sees it. Left out: the first words of the passage, or unchanged.`,
  ),
  parts: z
    .array(z.enum(CLIP_PARTS))
    .min(1)
    .optional()
    .describe("The parts that the link shows. Left out: both, or unchanged."),
  endsAt: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .nullable()
    .optional()
    .describe("When the link ends, as 2026-12-01T09:00:00Z. null: never."),
};

const listClips = tool({
  name: "list_clips",
  title: "List clips",
  description: "Lists the clips of a meeting that the person may share: passages with a link of their own.",
  scope: "read",
  input: z.strictObject({ meetingId }),
  run: (services, { actor }, { meetingId: meetId }) => listPublicClips(services, actor, meetId),
});

const createClip = tool({
  name: "create_clip",
  title: "Make a clip",
  description:
    "Makes a link that shows five seconds to ten minutes of a meeting, words and recording, to whoever gets it. Ask the person first. Times are startMs of read_transcript's lines.",
  ...MAKING,
  input: z.strictObject({ meetingId, startMs: newClip.shape.fromMs, endMs: newClip.shape.toMs, ...settings }),
  run: async (services, { actor }, { meetingId: meetId, endsAt: expiresAt, ...passage }) =>
    told(asPublicClip(await makePublicClip(services, { actor, meetId }, { ...passage, expiresAt }))),
});

const changeClipTool = tool({
  name: "change_clip",
  title: "Change a clip",
  description: "Changes the title of a clip, what its link shows, and when it ends.",
  ...MAKING,
  input: z.strictObject({ meetingId, clipId, ...settings }),
  run: async (services, { actor }, { meetingId: meetId, clipId: id, endsAt: expiresAt, ...change }) =>
    told(asPublicClip(await changeClip(services, { actor, meetId, clipId: id }, { ...change, expiresAt }))),
});

const revokeClipTool = tool({
  name: "revoke_clip",
  title: "Take back a clip",
  description: "Ends the link of a clip at once. A second call changes nothing.",
  ...MAKING,
  input: z.strictObject({ meetingId, clipId }),
  run: async (services, { actor }, { meetingId: meetId, clipId: id }) => {
    const revoked = await revokeClip(services, { actor, meetId, clipId: id });
    return revoked.ok ? ok({ revoked: true }) : revoked;
  },
});

type ClipRefusal = "not-found" | "invalid-payload" | "clip-range" | "not-ready" | "too-many-clips";

/** The fields have passed their schema: what is invalid then is an end that is over, or too far away. */
function told<Value extends object>(answer: Outcome<Value, ClipRefusal>): Outcome<Value, ToolRefusal> {
  if (answer.ok) return answer;
  const { reason } = answer;
  if (reason === "not-ready") return refused("recording-not-ready");
  return refused(reason === "invalid-payload" ? "clip-end" : reason);
}

export const CLIP_READ_TOOLS = [listClips];
export const CLIP_WRITE_TOOLS = [createClip, changeClipTool, revokeClipTool];
