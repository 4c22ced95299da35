import type { Actor, Ownership, PersonActor } from "#app/domain/account/actor.ts";
import { assertNever } from "#app/domain/invariant.ts";

/**
 * Access to a meeting. `viewerOf` decides who an actor is to a meeting, and `may` what a viewer may do. Page, socket, media, chat,
 * PDF and exports ask both; nothing else decides about access.
 */
export const SHARE_PARTS = ["summary", "transcript", "recording"] as const;
export type SharePart = (typeof SHARE_PARTS)[number];

export const VISIBILITIES = ["private", "team", "named"] as const;
/** - `private`: only its creator opens it. - `team`: the members of a team too. - `named`: people whom the creator has named. */
export type Visibility = (typeof VISIBILITIES)[number];

/**
 * People carry their id, so that it can be stored with their changes. `system` is Acta itself at work on a meeting (the sweep,
 * the PDF that is written in advance): it reads everything and changes nothing.
 */
export type Viewer =
  /** `isAdministrator`: the meeting stayed with a team, and this administrator has it in place of its creator. */
  | { kind: "owner"; userId: string; isAdministrator?: true | undefined }
  /** `edits`: whether the team lets this member change the minutes. */
  | { kind: "team"; userId: string; edits: boolean }
  | { kind: "guest"; userId: string }
  | { kind: "share"; parts: readonly SharePart[] }
  | { kind: "system" };

/** A viewer who is a person. */
export type PersonViewer = Extract<Viewer, { userId: string }>;

/** A viewer that pages are sent to: everybody except Acta itself. */
export type PageViewer = Exclude<Viewer, { kind: "system" }>;

/** Reads everything, for work without a request. Never sent to a page. */
export const SYSTEM_VIEWER: Extract<Viewer, { kind: "system" }> = { kind: "system" };

export type MeetingAct =
  | "read-summary"
  | "read-transcript"
  | "play-recording"
  | "chat"
  | "edit"
  | "retry"
  | "share"
  | "delete"
  /** Adds to a recording that their browser makes, and reads how far it is. */
  | "record"
  /** Sends the minutes to a destination of their own. */
  | "send";

const PART_OF: Partial<Record<MeetingAct, SharePart>> = {
  "read-summary": "summary",
  "read-transcript": "transcript",
  "play-recording": "recording",
};

/**
 * The facts about a meeting that determine its viewers. `ownership` is null when it was not read: it matters for people only. `shown` is
 * its visibility to the asking person.
 */
export type MeetingOwnership = { meetId: string; ownership: Ownership | null; shown?: MeetingShown };

export type MeetingShown = {
  /** The person's part in the team that the meeting is visible to; null where it is visible to no team of theirs. */
  team: { teamId: string; isAdministrator: boolean; edits: boolean } | null;
  /** The creator has named the person. */
  isNamed: boolean;
};

/**
 * Returns the actor's role as a viewer of a meeting. Null: no access, answered with 404. A meeting is private to its creator until they
 * show it to their team or to named people. One that stayed with a team is managed by its administrators.
 */
export function viewerOf(actor: Actor, meeting: MeetingOwnership): PageViewer | null {
  switch (actor.via) {
    case "session":
    case "token":
      return isCreator(actor, meeting.ownership) ? { kind: "owner", userId: actor.userId } : shownTo(actor, meeting);
    case "share":
      return actor.meetId === meeting.meetId ? { kind: "share", parts: actor.parts } : null;
    default:
      return assertNever(actor);
  }
}

function isCreator({ userId, workspaceId }: PersonActor, ownership: Ownership | null): boolean {
  return ownership?.createdBy === userId && ownership.workspaceId === workspaceId;
}

function shownTo({ userId }: PersonActor, { ownership, shown }: MeetingOwnership): PageViewer | null {
  if (!shown) return null;
  const { team, isNamed } = shown;
  if (team) {
    const isTeams = ownership?.workspaceId === team.teamId;
    return isTeams && team.isAdministrator
      ? { kind: "owner", userId, isAdministrator: true }
      : { kind: "team", userId, edits: team.edits };
  }
  return isNamed ? { kind: "guest", userId } : null;
}

/** Acts of a meeting's creator alone: an administrator who has it from them does none of them. */
const CREATORS_ONLY: ReadonlySet<MeetingAct> = new Set(["record", "send"]);

/** Decides whether a viewer may do an act. A guest reads and asks; only the owner retries, shares and deletes. */
export function may(viewer: Viewer, act: MeetingAct): boolean {
  switch (viewer.kind) {
    case "owner":
      return viewer.isAdministrator !== true || !CREATORS_ONLY.has(act);
    case "team":
      return act === "chat" || PART_OF[act] !== undefined || (act === "edit" && viewer.edits);
    case "guest":
      return act === "chat" || PART_OF[act] !== undefined;
    case "share": {
      const part = PART_OF[act];
      return part !== undefined && viewer.parts.includes(part);
    }
    case "system":
      return PART_OF[act] !== undefined;
    default:
      return assertNever(viewer);
  }
}

/** Tells whether a viewer may edit the minutes; each edit is stored with their id. */
export function mayEdit(viewer: Viewer): viewer is PersonViewer {
  return "userId" in viewer && may(viewer, "edit");
}
