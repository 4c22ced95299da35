import { useEffect, useRef } from "react";
import { UPLOAD_NEWS_MS_MIN } from "#app/domain/limits/uploads.ts";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-channel.ts";
import { tellNews, type UploadNews } from "#app/features/upload/line/upload-news.ts";

type Told = Omit<UploadNews, "tab">;

/** Tells the browser's other pages of this tab's upload: as it goes on, at most each second, and when one of them asks. */
export function useTellNews(news: Told | null): void {
  const latest = useRef<Told | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const told = useRef({ at: 0, stage: "" });
  useEffect(() => {
    latest.current = news;
    if (news === null || channel.current === null) return;
    const at = performance.now();
    if (told.current.stage === news.stage && at - told.current.at < UPLOAD_NEWS_MS_MIN) return;
    told.current = { at, stage: news.stage };
    tellNews(channel.current, news);
  });
  const isOn = news !== null;
  useEffect(() => {
    if (!isOn) return;
    const own = openUploadChannel();
    channel.current = own;
    let last = latest.current;
    const tell = () => {
      last = latest.current ?? last;
      if (own !== null && last !== null) tellNews(own, last);
    };
    tell();
    const answer = ({ data }: MessageEvent<unknown>) => {
      if (data === WHO_SENDS) tell();
    };
    own?.addEventListener("message", answer);
    return () => {
      channel.current = null;
      last = latest.current ?? last;
      if (own !== null && last !== null) tellNews(own, { ...last, stage: "over" });
      own?.close();
    };
  }, [isOn]);
}
