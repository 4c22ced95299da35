import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { LazyDialog } from "#app/features/shell/lazy-dialog.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const recordDialog = lazy(
  async () => (await import("#app/features/shell/record-container.tsx")).RecordContainer,
  ["recordHere", "plan", "upload", "invite"],
);
const recordingLine = lazy(
  async () => (await import("#app/features/meeting/here/recording-line.tsx")).RecordingLine,
  ["recordHere"],
);
const signOutGuard = lazy(async () => (await import("#app/features/here/waiting/sign-out-guard.tsx")).SignOutGuard);

export type RecordLayerProps = {
  user: {
    id: string;
    name: string;
    email: string | null;
    defaultTemplateId: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
  };
  /** A recording runs in this tab: the page must not be left for sign-in. */
  onRecording: (isRecording: boolean) => void;
  /** The search box, which signs out too, was opened on any page. */
  hasSearched: boolean;
};

/** The dialog "Record here" over any page, and a line while this tab records and shows another page. In the browser only. */
export function RecordLayer({ user, onRecording, hasSearched }: RecordLayerProps) {
  const place = useLocation();
  const navigate = useNavigate();
  const session = useCurrentSession();
  const isRecording = session !== null;
  useEffect(() => onRecording(isRecording), [onRecording, isRecording]);
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return (
    <>
      {isDialogOpen("record", place.search) && <LazyDialog dialog={recordDialog} props={{ user, onClose: close }} />}
      {session !== null && place.pathname !== `/${session.meetId}` && (
        <WhenLoaded part={recordingLine} props={{ session }} />
      )}
      {(place.pathname === "/settings" || hasSearched) && (
        <WhenLoaded part={signOutGuard} props={{ userId: user.id }} />
      )}
    </>
  );
}
