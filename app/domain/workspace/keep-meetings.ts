import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";

/**
 * Decides where meetings go when people join or leave a team, or when a team ends. The result contains copies and moves only:
 * nothing is ever deleted, and every meeting keeps somebody who may open it.
 */
export type WorkspaceMeeting = {
  meetId: string;
  workspaceId: string;
  createdBy: UserId;
  /** `private`: only its creator can open it. `team`: the members of its workspace can. */
  visibility: "private" | "team";
};

/** A personal workspace belongs to one person permanently, so these changes happen in teams only. */
export type WorkspaceChange =
  | { type: "member-joined"; workspaceId: string; userId: UserId }
  | { type: "member-left"; workspaceId: string; userId: UserId }
  | { type: "team-ended"; workspaceId: string };

/** A copy is a meeting of its own on the same recording. Copies come before moves. */
export type MeetingMove = { type: "copy" | "move"; meetId: string; to: string };

/** Returns the copies and moves that a change requires, in the order in which they are made. */
export function meetingMoves(change: WorkspaceChange, meetings: readonly WorkspaceMeeting[]): MeetingMove[] {
  const inTeam = meetings.filter(({ workspaceId }) => workspaceId === change.workspaceId);
  switch (change.type) {
    case "member-joined":
      // Joining a team moves nothing: earlier meetings stay in the person's own workspace.
      return [];
    case "member-left": {
      const own = inTeam.filter(({ createdBy }) => createdBy === change.userId);
      return [
        // A team meeting stays with the team, and its creator gets a copy first.
        ...own.filter(({ visibility }) => visibility === "team").map((meeting) => home("copy", meeting)),
        // A private meeting stays with its creator, who loses access to the workspace they leave.
        ...own.filter(({ visibility }) => visibility === "private").map((meeting) => home("move", meeting)),
      ];
    }
    case "team-ended":
      return inTeam.map((meeting) => home("move", meeting));
    default:
      return assertNever(change);
  }
}

function home(type: MeetingMove["type"], { meetId, createdBy }: WorkspaceMeeting): MeetingMove {
  return { type, meetId, to: personalWorkspaceOf(createdBy) };
}
