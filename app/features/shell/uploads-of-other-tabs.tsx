import { type ReactNode, useEffect, useState } from "react";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-message.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const uploadsElsewhere = lazy(
  async () => (await import("#app/features/upload/line/uploads-elsewhere.tsx")).UploadsElsewhere,
  ["upload"],
);

/** Lines for what other tabs are sending. They load once a tab has said anything. */
export function UploadsOfOtherTabs({ userId }: { userId: string }): ReactNode {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (isTold) return;
    const channel = openUploadChannel();
    channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (data !== WHO_SENDS) setTold(true);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel?.postMessage(WHO_SENDS);
    return () => channel?.close();
  }, [isTold]);
  return isTold && <WhenLoaded part={uploadsElsewhere} props={{ userId }} />;
}
