import { callApi } from "#app/contracts/call-api.ts";
import { exportMeeting } from "#app/contracts/endpoints/meetings.ts";

/**
 * Puts the minutes on the clipboard as the plain text that can also be downloaded. Loaded with the first copy: the schemas behind a
 * call are more than a tenth of the page's scripts.
 */
export async function copyMinutes(
  meetId: string,
  query: Record<string, string>,
): Promise<{ ok: true } | { ok: false; reason: "unreachable" | "refused"; message: string | null }> {
  const answer = await callApi(exportMeeting, { params: { meetId, format: "txt" }, query });
  if (!answer.ok) return { ok: false, reason: "unreachable", message: answer.message };
  try {
    await navigator.clipboard.writeText(await answer.value.text());
    return { ok: true };
  } catch {
    return { ok: false, reason: "refused", message: null };
  }
}
