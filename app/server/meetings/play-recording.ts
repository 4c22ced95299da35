import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { isFor } from "#app/domain/meeting/split.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isSessionOpen } from "#app/server/identity/session.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { guardedStream } from "#app/server/http/guarded-stream.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { openMeeting } from "#app/server/workspace/open-meeting.ts";
import type { RecordingLock } from "#app/server/workspace/recording-lock.ts";
import type { Services } from "#app/server/services.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";

type Needs = Pick<Services, "db" | "now" | "store" | "meetings">;

/**
 * The recording from our own origin, in ranges: the viewer is asked on every request and again while a body flows, so that
 * signing out and revoking end it and playing never stops at an expiry. The bytes are streamed and always those that were
 * accepted. `asFile`: to be kept under the meeting's title, instead of played in the page. `part`: of a merged meeting, from 0.
 */
export async function playRecording(
  services: Needs,
  actor: SessionActor,
  { meetId, part = 0, asFile = false }: { meetId: MeetId; part?: number; asFile?: boolean },
): Promise<Outcome<FileToSend<"not-found">, "not-found" | "outside-window">> {
  const opened = await openMeeting(services, actor, meetId);
  if (!opened) return refused("not-found");
  const isAllowed = async () => {
    if (!(await isSessionOpen(services, actor.sessionHash))) return false;
    const still = await accessTo(services, actor, meetId);
    return still !== null && may(still, "play-recording");
  };
  return playTo(services, opened.viewer, { meetId, part, asFile, lock: opened.lock, isAllowed });
}

/** The same for a viewer who is known, with the lock of the recording; `isAllowed` is asked while a body is under way and may end it. */
export async function playTo(
  services: Needs,
  viewer: Viewer,
  asked: {
    meetId: MeetId;
    part: number;
    asFile?: boolean;
    lock: RecordingLock | null;
    isAllowed: () => Promise<boolean>;
  },
): Promise<Outcome<FileToSend<"not-found">, "not-found" | "outside-window">> {
  const { meetId, part, asFile = false, lock, isAllowed } = asked;
  if (!may(viewer, "play-recording")) return refused("not-found");
  const place = await services.meetings.recording(meetId, part);
  if (!place || !isFor(place.onlyFor, viewer)) return refused("not-found");
  if (lock) return refused("outside-window");
  const { key, version, contentType, title } = place;
  const open = async (start: number, end: number) => {
    const body = await services.store.read(key, version, start, end);
    return body
      ? ok(guardedStream(body, end - start, { isAllowed, now: services.now }))
      : refused<"not-found">("not-found");
  };
  return ok({
    contentType,
    name: asFile ? { title, extension: kindOfKey(key) } : null,
    version: version.etag,
    content: { kind: "stored", size: version.size, ranges: true, open },
  });
}
