import { type LiveMessage, liveMessage } from "#app/contracts/meeting/meeting-view.ts";
import { noteProof } from "#app/contracts/session.ts";
import { browserSurroundings, stayConnected } from "#app/contracts/stay-connected.ts";
import { type TranscriptAnswer, unpackTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import { applyLive } from "#app/features/meeting/live/live-messages.ts";
import type { LiveChange } from "#app/features/meeting/live/live-view.ts";

/**
 * Updates of a meeting after its page was loaded. This is a separate script: the page shows its loaded
 * data first, and the schemas that check the messages are a tenth of the size of all scripts that the page needs until then.
 */

/** `seen` returns the last change that is on the page; the server sends the changes after it first. */
type Listening = { meetId: string; seen: () => number };

/**
 * Subscribes to the meeting's socket until the returned function is called. It closes with the session, so that each sign of life proves it. `onMessage` receives each message and its change of the
 * page's state. Ignores messages that this page does not know.
 */
export function subscribeToMeeting(
  { meetId, seen }: Listening,
  onMessage: (message: LiveMessage, change: LiveChange) => void,
): () => void {
  const address = () => `/api/acta/meetings/${meetId}/live?since=${seen()}`;
  const onText = (text: string) => {
    const read = liveMessage.safeParse(parseJson(text));
    if (!read.success) return;
    const message = read.data;
    onMessage(message, (state) => applyLive(state, message));
  };
  return stayConnected(browserSurroundings(address), onText, (isOpen) => {
    if (isOpen) noteProof();
  });
}

/** The change that shows the whole transcript. */
export function openTranscript(packed: TranscriptAnswer): LiveChange {
  const segments = unpackTranscript(packed);
  return (state) => applyLive(state, { type: "transcript", sequence: packed.sequence, segments });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
