import { callApi } from "#app/contracts/call-api.ts";
import type { ListedVersion } from "#app/contracts/meeting/edit-answers.ts";
import { readVersion } from "#app/contracts/endpoints/edits.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import type { SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";

/** An earlier version as it is listed, and its minutes; null where they did not come. */
export type LoadedVersion = { version: ListedVersion; summary: SummaryView | null };

/** Never throws. */
export async function loadVersion(meetId: string, version: ListedVersion): Promise<LoadedVersion> {
  const end = await callApi(readVersion, {
    params: { meetId, version: version.version },
    timeoutMs: ANSWER_MS_MAX,
  });
  return { version, summary: end.ok ? end.value.summary : null };
}
