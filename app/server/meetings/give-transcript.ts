import type { Actor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { mayEdit } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { GiveTranscriptRefusal } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "meetings">;

/** A person who may edit a meeting gives its transcript, now or in place of the present one. */
export async function giveTranscript(
  services: Needs,
  actor: Actor,
  { meetId, bytes }: { meetId: MeetId; bytes: Uint8Array },
): Promise<Outcome<null, GiveTranscriptRefusal>> {
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer || !mayEdit(viewer)) return refused("not-found");
  return services.meetings.giveTranscript(meetId, bytes, viewer.userId);
}

/** The transcript that was replaced last, as a .vtt file. Only people who may replace it can have it. */
export async function sendReplacedTranscript(
  services: Needs,
  actor: Actor,
  meetId: MeetId,
): Promise<Outcome<FileToSend, "not-found">> {
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer || !mayEdit(viewer)) return refused("not-found");
  const replaced = await services.meetings.replacedTranscript(meetId);
  if (replaced === null) return refused("not-found");
  return ok({
    contentType: "text/vtt; charset=utf-8",
    name: { title: replaced.title, extension: "vtt" },
    version: null,
    content: { kind: "made", make: () => replaced.vtt },
  });
}
