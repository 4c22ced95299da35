import { versionAnswer, type VersionAnswer } from "#app/contracts/edit-answers.ts";
import type { SummaryView } from "#app/features/meeting/edit/draft.ts";
import { callMeeting } from "#app/features/meeting/edit/edit-calls.ts";

/** An earlier version as it is listed, and its minutes; null where they did not come. */
export type LoadedVersion = { version: VersionAnswer; summary: SummaryView | null };

/** Never throws. */
export async function loadVersion(meetId: string, version: VersionAnswer): Promise<LoadedVersion> {
  const end = await callMeeting(meetId, `versions/${version.version}`);
  const parsed = versionAnswer.safeParse(end.ok ? end.value : null);
  return { version, summary: parsed.success ? (parsed.data.summary ?? null) : null };
}
