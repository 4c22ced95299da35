import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";

/**
 * Decides where meetings go when people join or leave a team, when a team ends or its plan is lowered, and when an account is deleted.
 * A meeting lives in its creator's own workspace, and is shown to a team from there. It moves into the team's workspace once its
 * creator has left. The result contains copies, moves and ends of sharing only: nothing is ever deleted here, and every meeting keeps
 * somebody who may open it.
 */
export const VISIBILITIES = ["private", "team", "named"] as const;
/** - `private`: only its creator opens it. - `team`: the members of a team too. - `named`: people whom the creator has named. */
export type Visibility = (typeof VISIBILITIES)[number];

export type WorkspaceMeeting = {
  meetId: string;
  workspaceId: string;
  createdBy: UserId;
  visibility: Visibility;
  /** The team that sees it where it is visible to one. */
  teamId: string | null;
};

export type WorkspaceChange =
  | { type: "member-joined"; teamId: string; userId: UserId }
  /** By their own will, or removed by an administrator. */
  | { type: "member-left"; teamId: string; userId: UserId }
  | { type: "team-ended"; teamId: string }
  /** The team is not paid for any more, or for fewer seats. */
  | { type: "plan-lowered"; teamId: string }
  /** Of a member. What is not named here goes with the account. */
  | { type: "account-deleted"; teamId: string; userId: UserId };

/** A copy is a meeting of its own on the same recording. `hide`: from now on only its creator opens it. */
export type MeetingMove = { type: "copy" | "move"; meetId: string; to: string } | { type: "hide"; meetId: string };

/** Returns what a change requires, in the order in which it is done: a copy comes before its original moves. */
export function meetingMoves(change: WorkspaceChange, meetings: readonly WorkspaceMeeting[]): MeetingMove[] {
  const { teamId } = change;
  const ofTeam = meetings.filter((meeting) => meeting.visibility === "team" && meeting.teamId === teamId);
  switch (change.type) {
    case "member-joined":
      // Joining moves and shows nothing: earlier meetings stay private in the person's own workspace.
      return [];
    case "plan-lowered":
      // Members lose the plan, not what they can read.
      return [];
    case "member-left":
      // A team meeting stays with the team, and its creator gets a copy first. Private and named ones are in the creator's own workspace.
      return ownOf(ofTeam, change).flatMap((meeting) => [home("copy", meeting), stay(meeting, teamId)]);
    case "account-deleted":
      return ownOf(ofTeam, change).map((meeting) => stay(meeting, teamId));
    case "team-ended":
      return ofTeam.flatMap((meeting) => [
        ...(meeting.workspaceId === teamId ? [home("move", meeting)] : []),
        { type: "hide" as const, meetId: meeting.meetId },
      ]);
    default:
      return assertNever(change);
  }
}

/** A person's own, those aside that the team keeps from an earlier time. */
function ownOf(meetings: readonly WorkspaceMeeting[], { teamId, userId }: { teamId: string; userId: UserId }) {
  return meetings.filter(({ createdBy, workspaceId }) => createdBy === userId && workspaceId !== teamId);
}

function home(type: "copy" | "move", { meetId, createdBy }: WorkspaceMeeting): MeetingMove {
  return { type, meetId, to: personalWorkspaceOf(createdBy) };
}

function stay({ meetId }: WorkspaceMeeting, teamId: string): MeetingMove {
  return { type: "move", meetId, to: teamId };
}
