import { reconnectDelayMs } from "#app/features/meeting/live/reconnect-delay.ts";

type MeetingNews = typeof import("#app/features/meeting/live/meeting-news.ts");

/** Throws where the script did not come. */
export const fetchNews = (): Promise<MeetingNews> => import("#app/features/meeting/live/meeting-news.ts");

/** Asks for the script until it comes; null where nobody waits any more. */
export async function awaitNews(signal: AbortSignal): Promise<MeetingNews | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await fetchNews();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs(attempt, Math.random())));
    }
  }
  return null;
}
