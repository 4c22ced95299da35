import { useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { openUploadChannel, WHO_SENDS } from "#app/features/upload/line/upload-channel.ts";
import { laterPart } from "#app/i18n/later-part.tsx";
import { useLocale } from "#app/i18n/local-time.tsx";
import { loadLaterTexts } from "#app/i18n/later-texts.ts";
import { useTimeZone } from "#app/i18n/time-zone.ts";

/** Form, calendar, texts and transport come when somebody asks for them. */
const UploadDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("#app/features/upload/upload-dialog.tsx"), loadLaterTexts()]);
  return dialog;
});

const UploadsElsewhere = laterPart(
  async () => (await import("#app/features/upload/line/uploads-elsewhere.tsx")).UploadsElsewhere,
);

type Props = {
  user: { id: string; name: string; email: string | null };
  /** Whether this page sends a file: leaving it would end that. */
  onHeld: (isHeld: boolean) => void;
};

/**
 * Where a page keeps its uploads: the dialog while the address says that it is open, and as a line at the foot of whatever
 * page one goes on to while its file is still being sent; and a line for each upload of the browser's other tabs.
 */
export function UploadDesk({ user, onHeld }: Props) {
  const place = useLocation();
  const navigate = useNavigate();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [isHeld, setHeld] = useState(false);
  const hold = useCallback(
    (now: boolean) => {
      setHeld(now);
      onHeld(now);
    },
    [onHeld],
  );
  const isOpen = isDialogOpen("upload", place.search);
  const isTold = useIsTold();
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return (
    <Suspense fallback={null}>
      <div className="upload-lines">
        {isTold && <UploadsElsewhere userId={user.id} />}
        {(isOpen || isHeld) && (
          <UploadDialog user={user} locale={locale} timeZone={timeZone} isOpen={isOpen} onClose={close} onHeld={hold} />
        )}
      </div>
    </Suspense>
  );
}

/** Whether any tab has said anything yet: only then the lines' script and texts are fetched. */
function useIsTold(): boolean {
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
  return isTold;
}
