import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-channel.ts";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";

const UploadsElsewhere = lazy(async () => {
  try {
    const [part] = await Promise.all([import("#app/features/upload/line/uploads-elsewhere.tsx"), loadLaterTexts()]);
    return { default: part.UploadsElsewhere };
  } catch {
    return { default: () => null };
  }
});

/** Lines for what other tabs are sending; their script and texts come once a tab has said anything. */
export default function LazyUploads({ userId }: { userId: string }): ReactNode {
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
  return (
    isTold && (
      <Suspense fallback={null}>
        <UploadsElsewhere userId={userId} />
      </Suspense>
    )
  );
}
