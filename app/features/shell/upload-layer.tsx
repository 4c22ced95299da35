import { useLocation, useNavigate } from "@remix-run/react";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { LazyDialog } from "#app/features/shell/lazy-dialog.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

/** Form, calendar and transport load when the dialog is opened first. */
const uploadDialog = lazy(
  async () => (await import("#app/features/shell/upload-container.tsx")).UploadContainer,
  ["upload", "plan"],
);

const otherTabs = lazy(async () => (await import("#app/features/shell/uploads-of-other-tabs.tsx")).UploadsOfOtherTabs);

export type UploadLayerProps = {
  user: {
    id: string;
    name: string;
    email: string | null;
    defaultTemplateId: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
  };
  /** Whether this page sends a file: its dialog is then kept, closed, as a line at the foot of the page. */
  isSending: boolean;
  onSending: (isSending: boolean) => void;
};

/**
 * The upload dialog over whatever page the address says it is open on, and a line for what this tab and the browser's others
 * are sending.
 */
export function UploadLayer({ user, isSending, onSending }: UploadLayerProps) {
  const place = useLocation();
  const navigate = useNavigate();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const isOpen = isDialogOpen("upload", place.search);
  const onClose = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  const dialog = { user, locale, timeZone, isOpen, onClose, onHeld: onSending };
  return (
    <div className="upload-lines">
      <WhenLoaded part={otherTabs} props={{ userId: user.id }} />
      {(isOpen || isSending) && <LazyDialog dialog={uploadDialog} props={dialog} />}
    </div>
  );
}
