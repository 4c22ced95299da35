/** The message by which a newly opened page asks the other pages of its browser about uploads. Pages that send a file answer. */
export const WHO_SENDS = "who-sends";

/** Opens the channel between the pages of one browser. Null without BroadcastChannel: pages then know only their own uploads. */
export function openUploadChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("acta-uploads");
}
