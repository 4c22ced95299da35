import { reconnectDelayMs } from "#app/features/meeting/live/reconnect-delay.ts";

type MeetingSocket = typeof import("#app/features/meeting/live/meeting-socket.ts");

/** Throws where the script did not come. */
export const fetchMeetingSocket = (): Promise<MeetingSocket> => import("#app/features/meeting/live/meeting-socket.ts");

/** Asks for the script until it comes; null where nobody waits any more. */
export async function awaitMeetingSocket(signal: AbortSignal): Promise<MeetingSocket | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await fetchMeetingSocket();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs(attempt, Math.random())));
    }
  }
  return null;
}
