import { useEffect, useState } from "react";
import { UPLOAD_MESSAGE_SILENCE_MS_MAX } from "#app/domain/limits/uploads.ts";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-channel.ts";
import { readUploadMessage, type UploadMessage } from "#app/features/upload/line/upload-message.ts";

/** Uploads that are under way in this browser's tabs, this one's too. One that falls silent is forgotten: its tab was killed. */
export function useUploadsUnderWay(): UploadMessage[] {
  const [uploads, setUploads] = useState<UploadMessage[]>([]);
  useEffect(() => {
    const channel = openUploadChannel();
    if (channel === null) return;
    const silences = new Map<string, ReturnType<typeof setTimeout>>();
    const forget = (tab: string) => setUploads((before) => before.filter((each) => each.tab !== tab));
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const message = readUploadMessage(data);
      if (message === null) return;
      clearTimeout(silences.get(message.tab));
      if (message.stage === "over") return forget(message.tab);
      const { tab } = message;
      silences.set(
        tab,
        setTimeout(() => forget(tab), UPLOAD_MESSAGE_SILENCE_MS_MAX),
      );
      setUploads((before) => [...before.filter((each) => each.tab !== tab), message]);
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
