import type { MadeMeeting, StartedUpload } from "#app/contracts/public.ts";
import type { NewCall, NewUpload } from "#app/contracts/public-changes.ts";
import type { MeetingPayload } from "#app/contracts/recording/upload.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import type { KeyCaller } from "#app/server/keys/authenticate-key.ts";
import { type FinishRefusal, finishUpload } from "#app/server/meetings/finish-upload.ts";
import { inviteMeeting } from "#app/server/meetings/invite-meeting.ts";
import { startUpload } from "#app/server/meetings/start-upload.ts";
import { meetingUrl } from "#app/server/programs/list-pages.ts";
import { submitOnce } from "#app/server/programs/submit-once.ts";
import type { Services } from "#app/server/services.ts";

/** Meetings that a program makes: by the link of a call, or from a file. `key`: the Idempotency-Key, or null. */

export async function makeCall(
  services: Services,
  caller: KeyCaller,
  { key, body }: { key: string | null; body: NewCall },
) {
  return submitOnce(services, caller.actor, { key, operation: "call", body }, async ({ submissionId, made }) => {
    // Also where the meeting was deleted since: the same submit must not send a second bot.
    if (made !== null) return ok(madeOf(services, made));
    const invited = await inviteMeeting(services, caller, { ...payloadOf(body, submissionId), meetExtUrl: body.link });
    return invited.ok ? ok(madeOf(services, invited.value.meetId)) : invited;
  });
}

/** The same submit again gets the same meeting, and fresh addresses as long as its file is awaited. */
export async function makeUpload(
  services: Services,
  caller: KeyCaller,
  { key, body }: { key: string | null; body: NewUpload },
) {
  return submitOnce(
    services,
    caller.actor,
    { key, operation: "upload", body },
    async ({ submissionId, made, isGone }) => {
      const finished = (id: MeetId) => ok<StartedUpload>({ ...madeOf(services, id), file: null, transcript: null });
      if (made !== null && isGone) return finished(made);
      const started = await startUpload(services, caller, {
        ...payloadOf(body, submissionId),
        meetExtUrl: body.file.extension,
        fileSize: body.file.bytes,
        ...(body.transcript ? { transcriptExt: body.transcript.extension, transcriptSize: body.transcript.bytes } : {}),
      });
      if (!started.ok) return made !== null && started.reason === "already-uploaded" ? finished(made) : started;
      const { meetId, presignedUrl, headers, transcriptUrl, transcriptHeaders } = started.value;
      return ok<StartedUpload>({
        ...madeOf(services, meetId),
        file: { url: presignedUrl, headers },
        transcript: transcriptUrl === undefined ? null : { url: transcriptUrl, headers: transcriptHeaders ?? {} },
      });
    },
  );
}

/** The third call. The details are those of the first one. */
export async function finishMeeting(
  services: Services,
  caller: KeyCaller,
  meetId: MeetId,
): Promise<Outcome<MadeMeeting, FinishRefusal>> {
  const finished = await finishUpload(services, caller, { meetId, meetingData: null });
  return finished.ok ? ok(madeOf(services, meetId)) : finished;
}

function payloadOf(
  { title, startsAt, language, templateId, timeZone }: NewCall | NewUpload,
  submissionId: string | undefined,
): Omit<MeetingPayload, "meetExtUrl"> {
  return {
    meetingName: title,
    meetingDate: startsAt,
    meetLanguage: language,
    templateId,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(submissionId === undefined ? {} : { submissionId }),
  };
}

const madeOf = (services: Pick<Services, "config">, id: string): MadeMeeting => ({ id, url: meetingUrl(services, id) });
