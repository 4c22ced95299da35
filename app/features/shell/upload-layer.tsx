import { useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { PartNote } from "#app/features/shell/loading-note.tsx";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";
import { useTimeZone } from "#app/i18n/time-zone.ts";

/** Form, calendar, texts and transport come when somebody asks for them. */
const UploadDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("#app/features/upload/upload-dialog.tsx"), loadLaterTexts()]);
  return dialog;
});

const LazyUploads = lazy(() => import("#app/features/shell/lazy-uploads.tsx").catch(() => ({ default: () => null })));

type Props = {
  user: { id: string; name: string; email: string | null };
  /** Whether this page sends a file: its dialog is then kept, closed, as a line at the foot of the page. */
  isHeld: boolean;
  onHeld: (isHeld: boolean) => void;
};

/**
 * The upload dialog over whatever page the address says it is open on, and a line for what this tab and the browser's others
 * are sending. In the browser only: the dialog shows itself as a modal.
 */
export function UploadLayer({ user, isHeld, onHeld }: Props) {
  const place = useLocation();
  const navigate = useNavigate();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  const isOpen = isDialogOpen("upload", place.search);
  const onClose = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  const dialog = { user, locale, timeZone, isOpen, onClose, onHeld };
  return (
    <div className="upload-lines">
      <Suspense fallback={null}>
        <LazyUploads userId={user.id} />
      </Suspense>
      <Suspense fallback={isOpen && <PartNote />}>{(isOpen || isHeld) && <UploadDialog {...dialog} />}</Suspense>
    </div>
  );
}

const never = () => () => {};
