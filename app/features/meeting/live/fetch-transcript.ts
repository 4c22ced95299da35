import { fetchNews } from "#app/features/meeting/live/fetch-news.ts";
import type { FetchedTranscript } from "#app/features/meeting/live/live-view.ts";

/** "gone" where the answer is a refusal: the loader says which. Throws where the line or the server is down. */
export async function fetchTranscript(meetId: string, signal: AbortSignal): Promise<FetchedTranscript | "gone"> {
  const [answer, { readTranscript }] = await Promise.all([
    fetch(`/api/acta/meetings/${meetId}/transcript`, { signal, cache: "no-cache" }),
    fetchNews(),
  ]);
  if (answer.status === 401 || answer.status === 404) return "gone";
  if (!answer.ok) throw new Error(`the transcript was answered with ${answer.status}`);
  return readTranscript(await answer.json());
}
