import type { Clip } from "#app/contracts/meeting/clip.ts";
import type { NewPublicClip } from "#app/contracts/public-changes.ts";
import type { PublicClip, PublicClips } from "#app/contracts/public.ts";
import type { TokenActor } from "#app/domain/account/actor.ts";
import { type ClipSpan, fitSpan } from "#app/domain/clips/clip.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { CLIP_MS_MIN } from "#app/domain/limits/clips.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import { isoTime } from "#app/server/programs/list-pages.ts";
import { createClip, listClips } from "#app/server/sharing/change-clips.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

/** Clips as the public API and MCP have them, by the use cases and the rights of the app. */

type Needs = Parameters<typeof createClip>[0];

export async function listPublicClips(
  services: Needs,
  actor: TokenActor,
  meetId: MeetId,
): Promise<Outcome<PublicClips, "not-found">> {
  const listed = await listClips(services, { actor, meetId });
  return listed.ok ? ok({ clips: listed.value.clips.map(publicClipOf) }) : listed;
}

/** By times, or by lines: from the beginning of the first to the end of the last, or five seconds if they are shorter. */
export async function makePublicClip(
  services: Needs,
  { actor, meetId }: { actor: TokenActor; meetId: MeetId },
  { startMs, endMs, segmentIds, ...given }: NewPublicClip,
): ReturnType<typeof createClip> {
  const named = segmentIds && (await spanOfLines(services, { actor, meetId }, segmentIds));
  const span = named ?? { fromMs: startMs ?? 0, toMs: endMs ?? 0 };
  return createClip(services, { actor, meetId }, { ...span, ...given });
}

/** Null where one of the lines is not there, or where the caller may not share the meeting: no passage, which the creation refuses. */
async function spanOfLines(
  services: Needs,
  { actor, meetId }: { actor: TokenActor; meetId: MeetId },
  segmentIds: readonly string[],
): Promise<ClipSpan | null> {
  const viewer = await accessTo(services, actor, meetId);
  const transcript = viewer && may(viewer, "share") ? await services.meetings.transcript(meetId, viewer) : null;
  if (!transcript) return null;
  const wanted = new Set(segmentIds);
  const lines = transcript.segments.filter(({ id }) => wanted.has(id));
  if (lines.length < wanted.size) return null;
  const span = {
    fromMs: Math.min(...lines.map(({ startMs }) => startMs)),
    toMs: Math.max(...lines.map(({ endMs }) => endMs)),
  };
  if (span.toMs - span.fromMs >= CLIP_MS_MIN) return span;
  const endMs = Math.max(...transcript.segments.map((line) => line.endMs));
  return fitSpan(span, { startMs: 0, endMs });
}

/** The answer of a use case about one clip. */
export function asPublicClip<Reason extends string>(answered: Outcome<Clip, Reason>): Outcome<PublicClip, Reason> {
  return answered.ok ? ok(publicClipOf(answered.value)) : answered;
}

/** Without the count of visits, which would change its ETag by itself. */
function publicClipOf(clip: Clip): PublicClip {
  const { clipId, title, fromMs, toMs, url, parts, playable, createdAt, expiresAt } = clip;
  return {
    id: clipId,
    title,
    startMs: fromMs,
    endMs: toMs,
    url,
    parts,
    playable,
    createdAt: isoTime(createdAt),
    expiresAt: expiresAt === null ? null : isoTime(expiresAt),
  };
}
