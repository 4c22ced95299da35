import { readTranscript } from "#app/contracts/endpoints/meetings.ts";
import { CallError, getData } from "#app/contracts/get-data.ts";
import { fetchNews } from "#app/features/meeting/live/fetch-news.ts";
import type { FetchedTranscript } from "#app/features/meeting/live/live-view.ts";

/** "gone" where the answer is a refusal: the loader says which. Throws where the line or the server is down. */
export async function fetchTranscript(meetId: string, signal: AbortSignal): Promise<FetchedTranscript | "gone"> {
  try {
    const [packed, { openTranscript }] = await Promise.all([
      getData(readTranscript, { params: { meetId }, signal }),
      fetchNews(),
    ]);
    return openTranscript(packed);
  } catch (error) {
    if (error instanceof CallError && (error.failure.status === 401 || error.failure.status === 404)) return "gone";
    throw error;
  }
}
