import { useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { loadLaterTexts } from "#app/i18n/later-texts.ts";
import { useTimeZone } from "#app/i18n/time-zone.ts";

/** Form, calendar, texts and transport come when somebody asks for them. */
const UploadDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("#app/features/upload/upload-dialog.tsx"), loadLaterTexts()]);
  return dialog;
});

/** The upload dialog over whatever page the address says it is open on. In the browser only: it shows itself as a modal. */
export function UploadLayer({ user }: { user: { name: string; email: string | null } }) {
  const place = useLocation();
  const navigate = useNavigate();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser || !isDialogOpen("upload", place.search)) return null;
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return (
    <Suspense fallback={null}>
      <UploadDialog user={user} locale={locale} timeZone={timeZone} onClose={close} />
    </Suspense>
  );
}

const never = () => () => {};
