import { fetchMeetingSocket } from "#app/features/meeting/live/fetch-meeting-socket.ts";
import type { FetchedTranscript } from "#app/features/meeting/live/live-view.ts";

/** "gone" where the answer is a refusal: the loader says which. Throws where the line or the server is down. */
export async function fetchTranscript(meetId: string, signal: AbortSignal): Promise<FetchedTranscript | "gone"> {
  const [packed, { openTranscript }] = await Promise.all([
    import("#app/contracts/page-calls.ts").then(({ getTranscript }) => getTranscript(meetId, signal)),
    fetchMeetingSocket(),
  ]);
  return packed === "gone" ? "gone" : openTranscript(packed);
}
