import { transcriptAnswer, unpackTranscript } from "#app/contracts/transcript-answer.ts";
import type { FetchedTranscript } from "#app/features/meeting/live/live-view.ts";

/** "gone" where the answer is a refusal: the loader says which. Throws where the line or the server is down. */
export async function fetchTranscript(meetId: string, signal: AbortSignal): Promise<FetchedTranscript | "gone"> {
  const answer = await fetch(`/api/acta/meetings/${meetId}/transcript`, { signal, cache: "no-cache" });
  if (answer.status === 401 || answer.status === 404) return "gone";
  if (!answer.ok) throw new Error(`the transcript was answered with ${answer.status}`);
  const packed = transcriptAnswer.parse(await answer.json());
  return { type: "transcript", sequence: packed.sequence, segments: unpackTranscript(packed) };
}
