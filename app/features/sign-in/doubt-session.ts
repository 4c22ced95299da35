import { useEffect } from "react";

/** The channel on which pages of one browser report that the session may have ended. Null without BroadcastChannel. */
export function openSessionChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("acta-session");
}

/** For pages that only signed-out users see: the browser's other pages check their session at once, hidden ones too. */
export function useDoubtSession(): void {
  useEffect(() => {
    const channel = openSessionChannel();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel?.postMessage("doubted");
    channel?.close();
  }, []);
}
