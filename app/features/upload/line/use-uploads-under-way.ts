import { useEffect, useState } from "react";
import { UPLOAD_NEWS_SILENCE_MS_MAX } from "#app/domain/limits/uploads.ts";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-channel.ts";
import { readNews, type UploadNews } from "#app/features/upload/line/upload-news.ts";

/** Uploads that are under way in this browser's tabs, this one's too. One that falls silent is forgotten: its tab was killed. */
export function useUploadsUnderWay(): UploadNews[] {
  const [uploads, setUploads] = useState<UploadNews[]>([]);
  useEffect(() => {
    const channel = openUploadChannel();
    if (channel === null) return;
    const silences = new Map<string, ReturnType<typeof setTimeout>>();
    const forget = (tab: string) => setUploads((before) => before.filter((each) => each.tab !== tab));
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const news = readNews(data);
      if (news === null) return;
      clearTimeout(silences.get(news.tab));
      if (news.stage === "over") return forget(news.tab);
      const { tab } = news;
      silences.set(
        tab,
        setTimeout(() => forget(tab), UPLOAD_NEWS_SILENCE_MS_MAX),
      );
      setUploads((before) => [...before.filter((each) => each.tab !== tab), news]);
    };
    channel.addEventListener("message", onMessage);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(WHO_SENDS);
    return () => {
      channel.close();
      for (const timer of silences.values()) clearTimeout(timer);
    };
  }, []);
  return uploads;
}
