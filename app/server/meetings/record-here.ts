import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import type { HereBegun, HereList, HereState } from "#app/contracts/recording/here-answers.ts";
import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import type { HereBegin, HereFinish, HereMarks, HereNotePayload } from "#app/contracts/recording/here.ts";
import { ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { tracksOf } from "#app/domain/here/here.ts";
import { type MeetId, newMeetId, parseMeetId } from "#app/domain/ids.ts";
import { HERE_LISTED_MAX, HERE_MS_MAX, HERE_PIECE_BYTES_MAX, HERE_PIECE_MS } from "#app/domain/limits/here.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { reserveForWorkspace } from "#app/server/usage/recording-reservation.ts";
import type { PersonCaller } from "#app/server/identity/session.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import { accessWithFacts } from "#app/server/workspace/access-to.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import { claimMeeting } from "#app/server/meetings/claim-meeting.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { fileMeeting } from "#app/server/folders/file-meeting.ts";
import { applyVisibilityDefault } from "#app/server/meetings/set-visibility.ts";
import { releaseClaim } from "#app/server/templates/choose-template.ts";

/** Recordings that a person's own browser makes. Each call but the first is for the person who made the meeting, and nobody else. */

type Needs = Pick<Services, "db" | "followUps" | "store" | "meetings" | "here" | "log" | "now">;

/**
 * Makes the meeting, and takes one of the plan's recordings before anything is recorded. The same key again is the same recording. The
 * order is: claim, place in the plan, birth note, meeting; what fails halfway weighs nothing, because a reservation falls by its age.
 */
export async function beginHere(
  services: Needs,
  { actor, user }: PersonCaller,
  payload: HereBegin,
): Promise<Outcome<HereBegun, "template-not-found" | "limit-reached">> {
  const { db, store, now } = services;
  const ownership = ownershipOf(actor);
  const meetId = newMeetId();
  const dated = { ...payload, meetingDate: now() };
  const details = await detailsOf(services, { actor, user }, dated, meetId);
  if (!details.ok) return details;
  const claim = await claimMeeting(db, { ownership, key: `${CLAIM_KEY}${payload.clientKey}`, meetId, now: now() });
  const { recordingId, createdAt, isNew } = claim;
  const isReserved = await reserveForWorkspace(db, { meetId: claim.meetId, ownership, now: now() });
  if (!isNew || !isReserved) await releaseClaim(services, meetId);
  if (!isReserved) return refused("limit-reached");

  const birth = { meetId: claim.meetId, ...ownership, recordingId, source: "here", createdAt } as const;
  await store.put(birthNoteKey(claim.meetId), JSON.stringify(birthNote(birth)), "application/json");
  const [ownerFirstName = ""] = user.name.trim().split(/\s+/);
  const place = {
    platform: "here",
    roomKey: claim.meetId,
    url: "",
    link: "",
    ownerFirstName,
    here: payload.source,
  } as const;
  await services.meetings.begin(claim.meetId, { ...birth, details: details.value, place });
  if (isNew) {
    await applyVisibilityDefault(services, actor, claim.meetId);
    await fileMeeting(services, actor, claim.meetId, { title: details.value.title, people: [] });
  }
  services.log("here.created", { meetId: claim.meetId, source: payload.source, isNew });
  return ok({
    meetId: claim.meetId,
    tracks: [...tracksOf(payload.source)],
    pieceMs: HERE_PIECE_MS,
    durationMsMax: HERE_MS_MAX,
    isNew,
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof accessWithFacts>>>;

/**
 * The meeting if its recording is the actor's. The answer to all others is that of no meeting. A meeting that was begun and has no row yet is
 * not a deleted one, of which a browser keeps and sends nothing more: its object writes the row as soon as D1 takes it.
 */
async function findHere(
  services: Pick<Services, "db">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<Found, "not-found" | "unavailable">> {
  const found = await accessWithFacts(services, actor, meetId);
  if (found !== null && may(found.viewer, "record") && found.platform === "here") return ok(found);
  return refused(found === null && (await isBegun(services, actor, meetId)) ? "unavailable" : "not-found");
}

/** Whether the person began this recording, and D1 has no row of its meeting. A deleted meeting keeps its row. */
async function isBegun({ db }: Pick<Services, "db">, { userId }: PersonActor, meetId: MeetId): Promise<boolean> {
  const [claim] = await db
    .select({ key: meetingClaims.key })
    .from(meetingClaims)
    .leftJoin(meetings, eq(meetings.id, meetingClaims.meetId))
    .where(and(eq(meetingClaims.meetId, meetId), eq(meetingClaims.createdBy, userId), isNull(meetings.id)));
  return claim?.key.startsWith(CLAIM_KEY) ?? false;
}

const CLAIM_KEY = "here:";

type PieceRefusal =
  | "not-found"
  | "invalid-payload"
  | "body-too-large"
  | "piece-damaged"
  | "piece-differs"
  | "recording-full"
  | "recording-over"
  | "unavailable";

type SentPiece = {
  meetId: MeetId;
  /** Null where its name or its facts cannot be used. */
  piece: HerePiece | null;
  /** Called only for a piece of the actor's own recording. Null where there are more bytes. */
  readBytes: (bytesMax: number) => Promise<Uint8Array<ArrayBuffer> | null>;
};

/** Stores a piece. Answered only once its bytes are in the bucket and the recording's object has noted them. */
export async function putHerePiece(
  services: Needs,
  actor: PersonActor,
  { meetId, piece, readBytes }: SentPiece,
): Promise<Outcome<null, PieceRefusal>> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  if (piece === null) return refused("invalid-payload");
  const bytes = await readBytes(HERE_PIECE_BYTES_MAX);
  if (bytes === null) return refused("body-too-large");
  if (bytes.byteLength === 0) return refused("invalid-payload");
  const digest = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  // The piece was damaged on the way: the browser still has it whole, and sends it again.
  if (digest !== piece.sha256) return refused("piece-damaged");
  const answer = await services.here.takeHere(meetId, piece, bytes);
  switch (answer) {
    case "safe":
      return ok(null);
    case "conflict":
      return refused("piece-differs");
    case "full":
      return refused("recording-full");
    case "over":
      return refused("recording-over");
    case "not-yet":
      return refused("unavailable");
    default:
      return answer satisfies never;
  }
}

export async function markHere(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
  { marks }: HereMarks,
): Promise<Outcome<null, "not-found" | "unavailable" | "recording-over">> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  return (await services.here.markHere(meetId, marks)) ? ok(null) : refused("recording-over");
}

/** Nothing more is recorded. Before anything was, the meeting is cancelled. Idempotent. */
export async function finishHere(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
  { tracks }: HereFinish,
): Promise<Outcome<null, "not-found" | "unavailable">> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  const outcome = await services.here.finishHere(meetId, tracks);
  services.log("here.finished", { meetId, outcome });
  // A meeting that has ended before refuses to be cancelled, which changes nothing.
  if (outcome !== "finished") await services.meetings.cancel(meetId);
  return ok(null);
}

export async function readHere(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<HereState, "not-found" | "unavailable">> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  const [record, notes] = await Promise.all([services.here.readHere(meetId), services.meetings.readNotes(meetId)]);
  // The meeting asks for its place right after it was made.
  if (record === null) return refused("unavailable");
  // The page that asks is there.
  const { isWaiting: _, ...state } = record;
  return ok({ ...state, meetId, title: found.value.title, notes });
}

export async function putHereNote(
  services: Needs,
  actor: PersonActor,
  { meetId, noteId }: { meetId: MeetId; noteId: string },
  note: HereNotePayload,
): Promise<Outcome<null, "not-found" | "unavailable" | "invalid-payload" | "too-many-notes" | "too-late">> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  if (!NOTE_ID.test(noteId)) return refused("invalid-payload");
  return services.meetings.putNote(meetId, { id: noteId, ...note });
}

export async function deleteHereNote(
  services: Needs,
  actor: PersonActor,
  { meetId, noteId }: { meetId: MeetId; noteId: string },
): Promise<Outcome<null, "not-found" | "unavailable" | "too-late">> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  return services.meetings.removeNote(meetId, noteId);
}

const NOTE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Deletes the meeting and what was recorded of it. Idempotent. */
export async function abandonHere(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<null, "not-found" | "unavailable">> {
  const found = await findHere(services, actor, meetId);
  if (!found.ok) return found;
  services.log("here.abandoned", { meetId });
  return deleteMeeting(services, { actor, meetId });
}

/** In the words of the index `meetings_here` of lists: D1 has none, and would walk all meetings of the person. */
const IS_UNFINISHED = sql`platform = 'here' and status in ('TORECORD', 'RECORDING')`;

/** The recordings that are not finished; the newest first. */
export async function listHere(
  services: Pick<Services, "db" | "lists" | "here">,
  actor: PersonActor,
): Promise<HereList> {
  const { workspaceId, createdBy } = ownershipOf(actor);
  const { rows } = await readLists(services, workspaceId, (list) => ({
    rows: list
      .select({ id: meetings.id, title: meetings.title })
      .from(meetings)
      .where(and(eq(meetings.workspaceId, workspaceId), eq(meetings.createdBy, createdBy), IS_UNFINISHED))
      .orderBy(desc(meetings.startsAt))
      .limit(HERE_LISTED_MAX),
  }));
  const recordings = await Promise.all(
    rows.map(async ({ id, title }) => {
      const meetId = parseMeetId(id);
      const record = meetId && (await services.here.readHere(meetId));
      if (!meetId || !record || record.status !== "ready") return [];
      const recordedMs = Math.max(0, ...record.tracks.map(({ endMs }) => endMs));
      const { startedAt, isWaiting, finishesAt } = record;
      return [{ meetId, title, startedAt, recordedMs, isWaiting, finishesAt }];
    }),
  );
  return { recordings: recordings.flat() };
}
