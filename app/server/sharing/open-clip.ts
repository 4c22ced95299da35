import { and, eq, isNull } from "drizzle-orm";
import type { ClipPart } from "#app/domain/clips/clip.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { recordingLock } from "#app/server/workspace/recording-lock.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import type { Caller } from "#app/server/identity/session.ts";
import type { Services } from "#app/server/services.ts";
import { clipParts, type ClipRow } from "#app/server/sharing/change-clips.ts";
import { type ClipMedia, clipMedia, findRecording, type Found } from "#app/server/sharing/cut-clip.ts";
import { countOpen, opens } from "#app/server/sharing/public-link.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

export type FoundClip = { row: ClipRow; ownerName: string };

/** The clip of an address; null for one that does not open, and for one whose meeting is gone. */
export async function findClip(
  services: Pick<Services, "db" | "now">,
  token: string | undefined,
): Promise<FoundClip | null> {
  const [found] = await services.db
    .select({ row: clips, ownerName: users.name })
    .from(clips)
    .innerJoin(meetings, and(eq(meetings.id, clips.meetId), isNull(meetings.deletedAt)))
    .innerJoin(users, eq(users.id, clips.createdBy))
    .where(await opens(services, clips, token));
  return found ?? null;
}

/** A clip as anybody with its link sees it. Of its meeting it names the day, and nothing else. */
export type OpenClip = {
  title: string;
  ownerName: string;
  startsAt: number;
  timeZone: string;
  language: MeetingLanguage;
  fromMs: number;
  lengthMs: number;
  parts: ClipPart[];
  expiresAt: number | null;
  /** Its words as the transcript has them now, with their times in the meeting; empty where they are not shown. */
  lines: Segment[];
  /** Null where there is nothing to play, for the reason beside it. */
  media: ClipMedia | null;
  silent: "not-shown" | "deleted" | "locked" | "never" | null;
  /** The whole meeting, for a caller who may open it anyway. */
  whole: { meetId: MeetId; title: string } | null;
};

/** `findCaller`: who opens the page; null where nobody is asked. `isOpening`: whether it counts as an opening of the link. */
type Asked = {
  token: string | undefined;
  findCaller: (() => Promise<Caller | null>) | null;
  isOpening: boolean;
};

export async function openClip(
  services: Pick<Services, "db" | "now" | "meetings" | "waitUntil">,
  { token, findCaller, isOpening }: Asked,
): Promise<OpenClip | null> {
  const found = await findClip(services, token);
  if (!found) return null;
  const { row, ownerName } = found;
  const meetId = row.meetId as MeetId;
  const parts = clipParts(row);
  const [passage, caller, lock] = await Promise.all([
    services.meetings.passage(meetId, { fromMs: row.fromMs, toMs: row.toMs }, { kind: "share", parts }),
    findCaller?.() ?? null,
    recordingLock(services, meetId),
  ]);
  if (!passage) return null;
  const { title, startsAt, timeZone, language, lines } = passage;
  const recording = findRecording(passage, row).is;
  // A recording has left a merged meeting: what is at this time now is another talk.
  if (recording === "other") return null;
  const viewer = caller && (await accessTo(services, caller.actor, meetId));
  if (isOpening && caller?.actor.userId !== row.createdBy)
    services.waitUntil(countOpen(services, clips, row.tokenHash));
  const silent = silenceOf({ row, parts, isLocked: lock !== null, recording });
  return {
    title: row.title,
    ownerName,
    startsAt,
    timeZone,
    language,
    fromMs: row.fromMs,
    lengthMs: row.toMs - row.fromMs,
    parts,
    expiresAt: row.expiresAt,
    lines,
    media: silent === null ? mediaOf(row) : null,
    silent,
    whole: viewer ? { meetId, title } : null,
  };
}

function silenceOf(facts: {
  row: ClipRow;
  parts: readonly ClipPart[];
  isLocked: boolean;
  recording: Exclude<Found["is"], "other">;
}): OpenClip["silent"] {
  if (facts.row.media === null) return "never";
  if (!facts.parts.includes("recording") || facts.recording === "withheld") return "not-shown";
  if (facts.recording === "gone") return "deleted";
  return facts.isLocked ? "locked" : null;
}

export function mediaOf({ media }: Pick<ClipRow, "media">): ClipMedia | null {
  return media === null ? null : clipMedia.parse(JSON.parse(media));
}
