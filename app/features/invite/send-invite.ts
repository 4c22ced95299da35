import { apiError } from "#app/contracts/upload-answers.ts";
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
  try {
    const path = meetId === null ? "/api/acta/init_call" : `/api/acta/meetings/${meetId}/call`;
    const response = await fetch(path, {
      method: meetId === null ? "POST" : "PATCH",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      credentials: "include",
      body: JSON.stringify(payload),
      // Closing the dialog, or the page, does not take the invitation back.
      keepalive: true,
    });
    if (response.ok) return { ok: true };
    if (response.status === 401) return { ok: false, failure: "signed-out" };
    if (response.status === 429) return { ok: false, failure: "too-many-requests" };
    const refusal = apiError.safeParse(await response.json().catch(() => null));
    const code = refusal.success ? refusal.data.error.code : null;
    if (code === "limit-reached") return { ok: false, failure: "limit-reached" };
    if (code === "too-late") return { ok: false, failure: "too-late" };
    return { ok: false, failure: code === "invalid-link" ? "link" : "connection" };
  } catch {
    return { ok: false, failure: "connection" };
  }
}
