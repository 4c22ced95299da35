import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may, type PageViewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { recordingLock } from "#app/server/billing/recording-lock.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { isSessionOpen } from "#app/server/identity/session.ts";
import { guardedStream } from "#app/server/http/guarded-stream.ts";
import type { Services } from "#app/server/services.ts";
import { clipBody } from "#app/server/sharing/clip-body.ts";
import { type ClipRow, clipParts, findOwnClip } from "#app/server/sharing/change-clips.ts";
import { cutAgain } from "#app/server/sharing/cut-clip.ts";
import { findClip } from "#app/server/sharing/open-clip.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

type Needs = Pick<Services, "db" | "now" | "store" | "meetings">;
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
  const viewer = { kind: "share" as const, parts: clipParts(row) };
  return fileOf(services, { row, viewer, asFile, isAllowed: async () => (await isShown()) !== null });
}

/** The same for those who may share its meeting, whatever the link shows. */
export async function downloadClip(
  services: Needs,
  asked: { actor: SessionActor; meetId: MeetId; clipId: string },
): Promise<Played> {
  const row = await findOwnClip(services, asked);
  const viewer = row && (await accessTo(services, asked.actor, asked.meetId));
  if (!row || !viewer) return refused("not-found");
  const isAllowed = async () => {
    if (!(await isSessionOpen(services, asked.actor.sessionHash))) return false;
    const still = await accessTo(services, asked.actor, asked.meetId);
    return still !== null && may(still, "share");
  };
  return fileOf(services, { row, viewer, asFile: true, isAllowed });
}

async function fileOf(
  services: Needs,
  asked: { row: ClipRow; viewer: PageViewer; asFile: boolean; isAllowed: () => Promise<boolean> },
): Promise<Played> {
  const { row, viewer, asFile, isAllowed } = asked;
  const meetId = row.meetId as MeetId;
  if (row.media === null) return refused("not-found");
  const view = await services.meetings.sharedView(meetId, viewer);
  const cut = view && (await cutAgain(services, { ...row, meetId }, view.view.head));
  if (!cut) return refused("not-found");
  if (await recordingLock(services, meetId)) return refused("outside-window");
  const { place, plan } = cut;
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

const EXTENSIONS = { "video/mp4": "mp4", "audio/mp4": "m4a", "audio/wav": "wav", "audio/ogg": "ogg" } as const;
