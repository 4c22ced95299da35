import { expect, test } from "vitest";
import type { Actor } from "#app/domain/account/actor.ts";
import { type MeetId, type UserId, type WorkspaceId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { may, mayEdit, type MeetingAct, SYSTEM_VIEWER, type Viewer, viewerOf } from "#app/domain/meeting/access.ts";
import { parseViewerHeader, viewerHeader } from "#app/contracts/meeting/live-viewer.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";

const NORA = "nora" as UserId;
const MEETING = { meetId: "meeting" as MeetId, ownership: ownedBy(NORA) };
const { workspaceId, userId } = sessionActor(NORA);
const SHARED = {
  via: "share",
  userId: null,
  workspaceId: personalWorkspaceOf(NORA),
  scopes: ["read"],
  meetId: MEETING.meetId,
  parts: ["summary"],
} as const;

test.each<[string, Actor, Viewer | null]>([
  ["the owner's session", sessionActor(NORA), { kind: "owner", userId: NORA }],
  [
    "the owner's token",
    { via: "token", userId, workspaceId, scopes: ["read"], tokenId: "1" },
    { kind: "owner", userId: NORA },
  ],
  ["the creator in another workspace", { ...sessionActor(NORA), workspaceId: "team" as WorkspaceId }, null],
  ["another member of its workspace", { ...sessionActor("otto" as UserId), workspaceId }, null],
  ["another person's session", sessionActor("otto" as UserId), null],
  ["the meeting's share link", SHARED, { kind: "share", parts: ["summary"] }],
  ["another meeting's share link", { ...SHARED, meetId: "another" as MeetId }, null],
])("%s is a viewer of the meeting, or nobody", (_name, actor, viewer) => {
  expect(viewerOf(actor, MEETING)).toEqual(viewer);
});

test.each<[string, { isTeams: boolean; isAdministrator: boolean }, Viewer]>([
  [
    "an administrator, of a meeting that stayed with the team",
    { isTeams: true, isAdministrator: true },
    { kind: "owner", userId: "otto", isAdministrator: true },
  ],
  [
    "an administrator, of a meeting that its creator shows",
    { isTeams: false, isAdministrator: true },
    { kind: "team", userId: "otto", edits: true },
  ],
  [
    "a member, of a meeting that stayed with the team",
    { isTeams: true, isAdministrator: false },
    { kind: "team", userId: "otto", edits: true },
  ],
])("%s is the viewer that the table says", (_name, { isTeams, isAdministrator }, viewer) => {
  const ownership = { createdBy: NORA, workspaceId: isTeams ? "team" : workspaceId };
  const shown = { team: { teamId: "team", isAdministrator, edits: true }, isNamed: false };
  expect(viewerOf(sessionActor("otto" as UserId), { ...MEETING, ownership, shown })).toEqual(viewer);
});

const READS: MeetingAct[] = ["read-summary", "read-transcript", "play-recording"];
const OWNS: MeetingAct[] = [...READS, "chat", "edit", "retry", "share", "delete"];
const ALL: MeetingAct[] = [...OWNS, "record", "send"];

test.each<[string, Viewer, MeetingAct[]]>([
  ["an owner", { kind: "owner", userId: "nora" }, ALL],
  ["an administrator of its team", { kind: "owner", userId: "otto", isAdministrator: true }, OWNS],
  ["a team member who may edit", { kind: "team", userId: "otto", edits: true }, [...READS, "chat", "edit"]],
  ["a team member who reads", { kind: "team", userId: "otto", edits: false }, [...READS, "chat"]],
  ["a guest", { kind: "guest", userId: "otto" }, [...READS, "chat"]],
  ["a share link of all parts", { kind: "share", parts: ["summary", "transcript", "recording"] }, READS],
  ["a share link of the summary", { kind: "share", parts: ["summary"] }, ["read-summary"]],
  ["Acta itself", SYSTEM_VIEWER, READS],
])("%s may do exactly what the table says", (_name, viewer, acts) => {
  expect(ALL.filter((act) => may(viewer, act))).toEqual(acts);
  expect(mayEdit(viewer)).toBe(acts.includes("edit"));
});

test("a live socket carries the identity of its viewer, and never Acta's own", () => {
  const sessionHash = "0".repeat(64);
  const team = { viewer: { kind: "team", userId: "otto", edits: true } as const, sessionHash };
  expect(parseViewerHeader(viewerHeader(team))).toEqual(team);
  const administrator = { viewer: { kind: "owner", userId: "otto", isAdministrator: true } as const, sessionHash };
  expect(parseViewerHeader(viewerHeader(administrator))).toEqual(administrator);
  expect(parseViewerHeader(JSON.stringify({ viewer: { kind: "owner" }, sessionHash }))).toBeNull();
  expect(parseViewerHeader(JSON.stringify({ viewer: SYSTEM_VIEWER, sessionHash }))).toBeNull();
});
