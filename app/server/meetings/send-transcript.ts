import { packTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import type { Actor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The whole transcript, for a page that has shown its first lines. A browser may keep it, but asks each time whether it
 * still holds: its version is the sequence of the meeting's last change.
 */
export async function sendTranscript(
  services: Pick<Services, "db" | "meetings">,
  actor: Actor,
  meetId: MeetId,
): Promise<Outcome<FileToSend, "not-found">> {
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer || !may(viewer, "read-transcript")) return refused("not-found");
  const transcript = await services.meetings.transcript(meetId, viewer);
  if (!transcript) return refused("not-found");
  const { sequence, segments } = transcript;
  return ok({
    contentType: "application/json",
    name: null,
    version: String(sequence),
    content: { kind: "made", make: () => JSON.stringify(packTranscript(sequence, segments)) },
  });
}
