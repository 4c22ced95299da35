import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { UPLOAD_MESSAGE_SILENCE_MS_MAX } from "#app/domain/limits/uploads.ts";
import { UploadLine, useStageText } from "#app/features/upload/line/upload-line.tsx";
import {
  isOwn,
  openUploadChannel,
  readUploadMessage,
  type UploadMessage,
  WHO_SENDS,
} from "#app/features/upload/line/upload-message.ts";

/** Uploads that run in other tabs of the same user. */
export function UploadsElsewhere({ userId }: { userId: string }): ReactNode {
  const { t } = useTranslation("upload");
  const uploads = useUploadsUnderWay();
  const stageText = useStageText();
  return (
    <>
      {uploads.map((message) => {
        if (isOwn(message) || message.userId !== userId || message.stage === "over") return null;
        const text = `${stageText(message.stage, message.percent)} · ${t("line.elsewhere")}`;
        return <UploadLine key={message.tab} title={message.title} text={text} percent={message.percent} />;
      })}
    </>
  );
}

/** Uploads that are under way in this browser's tabs, this one's too. One that falls silent is forgotten: its tab was killed. */
function useUploadsUnderWay(): UploadMessage[] {
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
