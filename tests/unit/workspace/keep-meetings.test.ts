import { expect, test } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import {
  type MeetingMove,
  meetingMoves,
  type WorkspaceChange,
  type WorkspaceMeeting,
} from "#app/domain/workspace/keep-meetings.ts";

const [NORA, OTTO] = ["nora" as UserId, "otto" as UserId];
const TEAM = "team";
const of = (meetId: string, workspaceId: string, createdBy: UserId, visibility: "private" | "team") => ({
  meetId,
  workspaceId,
  createdBy,
  visibility,
});

const MEETINGS: WorkspaceMeeting[] = [
  of("nora's own", "nora", NORA, "private"),
  of("nora's private", TEAM, NORA, "private"),
  of("nora's shared", TEAM, NORA, "team"),
  of("otto's private", TEAM, OTTO, "private"),
  of("otto's shared", TEAM, OTTO, "team"),
  of("another team's", "another", NORA, "team"),
];

test.each<[string, WorkspaceChange, MeetingMove[]]>([
  ["joining a team moves nothing", { type: "member-joined", workspaceId: TEAM, userId: NORA }, []],
  [
    "a member who leaves gets copies of their team meetings first and keeps their private ones; the team keeps its own",
    { type: "member-left", workspaceId: TEAM, userId: NORA },
    [
      { type: "copy", meetId: "nora's shared", to: "nora" },
      { type: "move", meetId: "nora's private", to: "nora" },
    ],
  ],
  [
    "when a team ends, each meeting returns to its creator",
    { type: "team-ended", workspaceId: TEAM },
    [
      { type: "move", meetId: "nora's private", to: "nora" },
      { type: "move", meetId: "nora's shared", to: "nora" },
      { type: "move", meetId: "otto's private", to: "otto" },
      { type: "move", meetId: "otto's shared", to: "otto" },
    ],
  ],
])("%s", (_name, change, moves) => {
  expect(meetingMoves(change, MEETINGS)).toEqual(moves);
});

test("no change deletes a meeting or takes one out of its creator's and its team's reach", () => {
  for (const type of ["member-joined", "member-left", "team-ended"] as const) {
    const moves = meetingMoves({ type, workspaceId: TEAM, userId: NORA }, MEETINGS);
    for (const { type: kind, meetId, to } of moves) {
      expect(["copy", "move"]).toContain(kind);
      expect(MEETINGS.find((meeting) => meeting.meetId === meetId)?.createdBy).toBe(to);
    }
  }
});
