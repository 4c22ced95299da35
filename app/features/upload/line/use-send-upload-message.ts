import { useEffect, useRef } from "react";
import { UPLOAD_MESSAGE_MS_MIN } from "#app/domain/limits/uploads.ts";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-channel.ts";
import { sendUploadMessage, type UploadMessage } from "#app/features/upload/line/upload-message.ts";

type Told = Omit<UploadMessage, "tab">;

/** Tells the browser's other pages of this tab's upload: as it goes on, at most each second, and when one of them asks. */
export function useSendUploadMessage(message: Told | null): void {
  const latest = useRef<Told | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const told = useRef({ at: 0, stage: "" });
  useEffect(() => {
    latest.current = message;
    if (message === null || channel.current === null) return;
    const at = performance.now();
    if (told.current.stage === message.stage && at - told.current.at < UPLOAD_MESSAGE_MS_MIN) return;
    told.current = { at, stage: message.stage };
    sendUploadMessage(channel.current, message);
  });
  const isOn = message !== null;
  useEffect(() => {
    if (!isOn) return;
    const own = openUploadChannel();
    channel.current = own;
    let last = latest.current;
    const tell = () => {
      last = latest.current ?? last;
      if (own !== null && last !== null) sendUploadMessage(own, last);
    };
    tell();
    const answer = ({ data }: MessageEvent<unknown>) => {
      if (data === WHO_SENDS) tell();
    };
    own?.addEventListener("message", answer);
    return () => {
      channel.current = null;
      last = latest.current ?? last;
      if (own !== null && last !== null) sendUploadMessage(own, { ...last, stage: "over" });
      own?.close();
    };
  }, [isOn]);
}
