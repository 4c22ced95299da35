import * as z from "zod/mini";

/** What a tab that sends a file tells the other open pages of its browser, so that each can say how far it is. */
const uploadNews = z.object({
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
export type UploadNews = z.infer<typeof uploadNews>;

/** This page among those of the browser. */
const TAB = Math.random().toString(36).slice(2);

export function isOwn(news: UploadNews): boolean {
  return news.tab === TAB;
}

/** Null of what another version of the app says. */
export function readNews(message: unknown): UploadNews | null {
  return uploadNews.safeParse(message).data ?? null;
}

export function tellNews(channel: BroadcastChannel, news: Omit<UploadNews, "tab">): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ ...news, tab: TAB });
}
