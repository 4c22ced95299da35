import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { changeCall, inviteMeeting } from "#app/contracts/endpoints/calls.ts";
import type { InviteValues } from "#app/features/invite/invite-schema.ts";

/** §3: the meeting payload of an invite: the date as ISO text, the link in `meetExtUrl`. */
export function invitePayload(input: {
  values: InviteValues;
  user: { name: string; email: string | null };
  submissionId: string;
  timeZone: string;
}) {
  const { values, user, submissionId, timeZone } = input;
  return {
    ...values,
    meetingDate: new Date(values.meetingDate).toISOString(),
    ...(user.email === null ? {} : { clientEmail: user.email }),
    clientName: user.name,
    submissionId,
    timeZone,
  };
}

export type InviteFailure = "connection" | "too-late" | "signed-out" | "link" | "too-many-requests";
export type InviteEnd = { ok: true } | { ok: false; failure: InviteFailure | "limit-reached" };

/** §7: one call; its answer's body is not read. Never rejects: whatever goes wrong is §8's connection error. */
export async function sendInvite(
  payload: ReturnType<typeof invitePayload>,
  /** The planned meeting that is changed; null makes a new one. */
  meetId: string | null,
): Promise<InviteEnd> {
  // Closing the dialog, or the page, does not take the invitation back.
  const options = { body: payload, keepalive: true, unread: true } as const;
  const end = await (meetId === null
    ? callApi(inviteMeeting, options)
    : callApi(changeCall, { ...options, params: { meetId } }));
  return end.ok ? end : { ok: false, failure: failureOf(end) };
}

function failureOf({ kind, code }: CallFailure): InviteFailure | "limit-reached" {
  if (kind === "signed-out" || kind === "too-many-requests") return kind;
  if (code === "limit-reached" || code === "too-late") return code;
  return code === "invalid-link" ? "link" : "connection";
}
