import * as z from "zod/mini";

/** The message of a tab that sends a file to the browser's other pages, so that each of them can show the progress. */
const uploadMessage = z.object({
  /** Id of the tab that sends the file. */
  tab: z.string(),
  /** The user who uploads. Pages of other users ignore the message. */
  userId: z.string(),
  meetId: z.string(),
  title: z.string(),
  /** The sound of a large video is sent first; "over" when nothing is sent any more. */
  stage: z.enum(["sound", "video", "whole", "over"]),
  /** Whole percent of the stage. */
  percent: z.number(),
});
export type UploadMessage = z.infer<typeof uploadMessage>;

/** Id of this page among the pages of the browser. */
const TAB = Math.random().toString(36).slice(2);

export function isOwn(message: UploadMessage): boolean {
  return message.tab === TAB;
}

/** Null for messages of another version of the app. */
export function readUploadMessage(message: unknown): UploadMessage | null {
  return uploadMessage.safeParse(message).data ?? null;
}

export function sendUploadMessage(channel: BroadcastChannel, message: Omit<UploadMessage, "tab">): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ ...message, tab: TAB });
}

/** The message by which a newly opened page asks the other pages of its browser about uploads. Pages that send a file answer. */
export const WHO_SENDS = "who-sends";

/** Opens the channel between the pages of one browser. Null without BroadcastChannel: pages then know only their own uploads. */
export function openUploadChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("acta-uploads");
}
