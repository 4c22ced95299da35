import type { SessionActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { attachedAs } from "#app/server/exports/attached-as.ts";
import { decideRange } from "#app/server/http/decide-range.ts";
import { recordingLock } from "#app/server/billing/recording-lock.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { isSessionOpen } from "#app/server/auth/session.ts";
import { guardedStream } from "#app/server/http/guarded-stream.ts";
import type { Services } from "#app/server/services.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";

/**
 * The recording from our own origin, in ranges: the viewer is asked on every request and again while a body flows, so that
 * signing out and revoking end it and playing never stops at an expiry (D §8). The bytes are streamed and always those that were accepted. `asFile`: to be kept under the meeting's title, instead of played in the page.
 */
export async function playRecording(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  actor: SessionActor,
  { meetId: asked, request, asFile }: { meetId: string | undefined; request: Request; asFile?: true },
): Promise<Outcome<Response, "not-found" | "outside-window">> {
  const meetId = parseMeetId(asked);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer) return refused("not-found");
  const isAllowed = async () => {
    if (!(await isSessionOpen(services, actor.sessionHash))) return false;
    const still = await accessTo(services, actor, meetId);
    return still !== null && may(still, "play-recording");
  };
  return playTo(services, viewer, {
    meetId,
    request,
    ...(asFile && { asFile }),
    guard: (body, length) => guardedStream(body, length, { isAllowed, now: services.now }),
  });
}

/** The same for a viewer who is known; `guard` may end a body that is under way. */
export async function playTo(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  viewer: Viewer,
  asked: {
    meetId: MeetId;
    request: Request;
    asFile?: true;
    guard: (body: ReadableStream<Uint8Array>, length: number) => ReadableStream<Uint8Array>;
  },
): Promise<Outcome<Response, "not-found" | "outside-window">> {
  const { meetId } = asked;
  if (!may(viewer, "play-recording")) return refused("not-found");
  const place = await services.meetings.recording(meetId);
  if (!place) return refused("not-found");
  if (await recordingLock(services, meetId)) return refused("outside-window");

  const { key, version, contentType, title } = place;
  const etag = `"${version.etag}"`;
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    "Content-Disposition": asked.asFile ? attachedAs(title, kindOfKey(key)) : "inline",
    "Content-Type": contentType,
    "X-Content-Type-Options": "nosniff",
    ETag: etag,
  });
  const decision = decideRange(asked.request.headers, { size: version.size, etag });
  if (decision.status === 304) return ok(new Response(null, { status: 304, headers }));
  if (decision.status === 416) {
    headers.set("Content-Range", `bytes */${version.size}`);
    headers.delete("Content-Type");
    return ok(new Response(null, { status: 416, headers }));
  }
  const { status, start, end } = decision;
  headers.set("Content-Length", String(end - start));
  if (status === 206) headers.set("Content-Range", `bytes ${start}-${end - 1}/${version.size}`);
  if (asked.request.method === "HEAD") return ok(new Response(null, { status, headers }));
  const body = await services.store.read(key, version, start, end);
  if (!body) return refused("not-found");
  return ok(new Response(asked.guard(body, end - start), { status, headers }));
}
