import { expect, test } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import {
  type MeetingMove,
  meetingMoves,
  type Visibility,
  type WorkspaceChange,
  type WorkspaceMeeting,
} from "#app/domain/workspace/keep-meetings.ts";

const [NORA, OTTO] = ["nora" as UserId, "otto" as UserId];
const TEAM = "team";
const of = (
  meetId: string,
  createdBy: UserId,
  visibility: Visibility,
  { teamId = null, workspaceId = createdBy }: { teamId?: string | null; workspaceId?: string } = {},
): WorkspaceMeeting => ({ meetId, workspaceId, createdBy, visibility, teamId });

const MEETINGS: readonly WorkspaceMeeting[] = [
  of("nora's private", NORA, "private"),
  of("nora's named", NORA, "named"),
  of("nora's shared", NORA, "team", { teamId: TEAM }),
  of("nora's of another team", NORA, "team", { teamId: "another" }),
  of("otto's private", OTTO, "private"),
  of("otto's shared", OTTO, "team", { teamId: TEAM }),
  of("otto's from before", OTTO, "team", { teamId: TEAM, workspaceId: TEAM }),
];

const copied = (meetId: string, to: string): MeetingMove => ({ type: "copy", meetId, to });
const moved = (meetId: string, to: string): MeetingMove => ({ type: "move", meetId, to });
const hidden = (meetId: string): MeetingMove => ({ type: "hide", meetId });

test.each<[string, WorkspaceChange, MeetingMove[]]>([
  ["joining a team moves nothing", { type: "member-joined", teamId: TEAM, userId: NORA }, []],
  [
    "a member who leaves gets copies of their team meetings, which then stay with the team; private and named ones stay theirs",
    { type: "member-left", teamId: TEAM, userId: NORA },
    [copied("nora's shared", "nora"), moved("nora's shared", TEAM)],
  ],
  [
    "a meeting that stayed with the team from an earlier membership stays where it is",
    { type: "member-left", teamId: TEAM, userId: OTTO },
    [copied("otto's shared", "otto"), moved("otto's shared", TEAM)],
  ],
  [
    "when a team ends, its meetings return to their creators and are private again",
    { type: "team-ended", teamId: TEAM },
    [
      hidden("nora's shared"),
      hidden("otto's shared"),
      moved("otto's from before", "otto"),
      hidden("otto's from before"),
    ],
  ],
  ["a lowered plan moves nothing and hides nothing", { type: "plan-lowered", teamId: TEAM }, []],
  [
    "a deleted account leaves its team meetings with the team",
    { type: "account-deleted", teamId: TEAM, userId: NORA },
    [moved("nora's shared", TEAM)],
  ],
])("%s", (_name, change, moves) => {
  expect(meetingMoves(change, MEETINGS)).toEqual(moves);
});

test("no change touches a private or named meeting, or one of another team", () => {
  const types = ["member-joined", "member-left", "team-ended", "plan-lowered", "account-deleted"] as const;
  const touched = new Set(
    types.flatMap((type) => meetingMoves({ type, teamId: TEAM, userId: NORA }, MEETINGS).map(({ meetId }) => meetId)),
  );
  const untouched = ["nora's private", "nora's named", "nora's of another team", "otto's private"];
  expect(untouched.filter((meetId) => touched.has(meetId))).toEqual([]);
});

test("a meeting never moves to its team before its creator has the copy", () => {
  const moves = meetingMoves({ type: "member-left", teamId: TEAM, userId: NORA }, MEETINGS);
  const moved = moves.flatMap((move, index) => (move.type === "move" ? [{ move, before: moves.slice(0, index) }] : []));
  expect(moved).not.toEqual([]);
  for (const { move, before } of moved) expect(before).toContainEqual(copied(move.meetId, "nora"));
});
