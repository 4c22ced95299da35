/** Where the pages of one browser talk of uploads. A page that was just opened asks, and whoever sends answers. */
export const WHO_SENDS = "who-sends";

/** Null in a browser that has no such channels: its pages know of their own uploads only. */
export function openUploadChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("acta-uploads");
}
