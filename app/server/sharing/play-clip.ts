import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { recordingLock } from "#app/server/workspace/recording-lock.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { isSessionOpen } from "#app/server/identity/session.ts";
import { guardedStream } from "#app/server/http/guarded-stream.ts";
import type { Services } from "#app/server/services.ts";
import { clipBody } from "#app/server/sharing/clip-body.ts";
import { type ClipRow, clipParts, findOwnClip } from "#app/server/sharing/change-clips.ts";
import { cutClip, findRecording } from "#app/server/sharing/cut-clip.ts";
import { findClip } from "#app/server/sharing/open-clip.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

type Needs = Pick<Services, "db" | "now" | "store" | "meetings">;
/** A file has no words: none are read for it. */
const NO_WORDS = { kind: "share", parts: [] } as const;

type Played = Outcome<FileToSend<"not-found">, "not-found" | "outside-window">;

/** The file of a clip for anyone with its link. Asked on every request, and again while a body flows: revoking ends playing. */
export async function playClip(
  services: Needs,
  { token, asFile }: { token: string; asFile: boolean },
): Promise<Played> {
  const isShown = async () => {
    const found = await findClip(services, token);
    return found !== null && clipParts(found.row).includes("recording") ? found.row : null;
  };
  const row = await isShown();
  if (!row) return refused("not-found");
  return fileOf(services, { row, asFile, isAllowed: async () => (await isShown()) !== null });
}

/** The same for those who may share its meeting, whatever the link shows. */
export async function downloadClip(
  services: Needs,
  asked: { actor: SessionActor; meetId: MeetId; clipId: string },
): Promise<Played> {
  const row = await findOwnClip(services, asked);
  if (!row) return refused("not-found");
  const isAllowed = async () => {
    if (!(await isSessionOpen(services, asked.actor.sessionHash))) return false;
    const still = await accessTo(services, asked.actor, asked.meetId);
    return still !== null && may(still, "share");
  };
  return fileOf(services, { row, asFile: true, isAllowed });
}

async function fileOf(
  services: Needs,
  asked: { row: ClipRow; asFile: boolean; isAllowed: () => Promise<boolean> },
): Promise<Played> {
  const { row, asFile, isAllowed } = asked;
  const meetId = row.meetId as MeetId;
  const span = { fromMs: row.fromMs, toMs: row.toMs };
  if (row.media === null) return refused("not-found");
  const [passage, lock] = await Promise.all([
    services.meetings.passage(meetId, span, NO_WORDS),
    recordingLock(services, meetId),
  ]);
  if (!passage) return refused("not-found");
  const found = findRecording(passage, row);
  if (found.is !== "there") return refused("not-found");
  if (lock) return refused("outside-window");
  const { place } = found;
  // Its owner takes the file of a clip that has ended, too, whose plan was removed.
  const isKept = () => isStanding(services, row.clipId);
  const plan = await cutClip(services, { ...span, meetId, clipId: row.clipId, isKept }, { ...passage, place });
  if (!plan) return refused("not-found");
  return ok({
    contentType: plan.type,
    name: asFile ? { title: row.title, extension: EXTENSIONS[plan.type], plain: "clip" } : null,
    version: `${place.version.etag}-${row.fromMs}-${row.toMs}`,
    content: {
      kind: "stored",
      size: plan.byteLength,
      ranges: true,
      open: async (start, end) =>
        ok(
          guardedStream(clipBody(services.store.open(place.key, place.version), plan, { start, end }), end - start, {
            isAllowed,
            now: services.now,
          }),
        ),
    },
  });
}

async function isStanding({ db, now }: Pick<Needs, "db" | "now">, id: string): Promise<boolean> {
  const { clipId, revokedAt, expiresAt } = clips;
  const rows = await db
    .select({ clipId })
    .from(clips)
    .where(and(eq(clipId, id), isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now()))));
  return rows.length > 0;
}

const EXTENSIONS = { "video/mp4": "mp4", "audio/mp4": "m4a", "audio/wav": "wav", "audio/ogg": "ogg" } as const;
