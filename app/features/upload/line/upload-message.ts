import * as z from "zod/mini";

/** What a tab that sends a file tells the other open pages of its browser, so that each can say how far it is. */
const uploadMessage = z.object({
  /** The tab that sends. */
  tab: z.string(),
  /** Whose upload it is: another person's pages say nothing of it. */
  userId: z.string(),
  meetId: z.string(),
  title: z.string(),
  /** The sound goes ahead of a large video; "over" when nothing is sent any more. */
  stage: z.enum(["sound", "video", "whole", "over"]),
  /** Whole percent of the stage. */
  percent: z.number(),
});
export type UploadMessage = z.infer<typeof uploadMessage>;

/** This page among those of the browser. */
const TAB = Math.random().toString(36).slice(2);

export function isOwn(message: UploadMessage): boolean {
  return message.tab === TAB;
}

/** Null of what another version of the app says. */
export function readUploadMessage(message: unknown): UploadMessage | null {
  return uploadMessage.safeParse(message).data ?? null;
}

export function sendUploadMessage(channel: BroadcastChannel, message: Omit<UploadMessage, "tab">): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ ...message, tab: TAB });
}
