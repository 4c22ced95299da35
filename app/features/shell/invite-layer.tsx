import { useLocation, useNavigate } from "@remix-run/react";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { LazyDialog } from "#app/features/shell/lazy-dialog.tsx";
import { lazy } from "#app/i18n/lazy.ts";

/** Form and calendar load when the dialog is opened first. Its title and date have the upload form's texts. */
const inviteDialog = lazy(
  async () => (await import("#app/features/shell/invite-container.tsx")).InviteContainer,
  ["invite", "call", "plan", "upload"],
);

export type InviteLayerProps = {
  user: {
    name: string;
    email: string | null;
    defaultTemplateId: string | null;
    meetingLanguage: MeetingLanguage | null;
  };
  links: LinkRules;
};

/** The invite dialog over whatever page the address says it is open on. In the browser only (later-layers.tsx): it shows itself as a modal. */
export function InviteLayer(props: InviteLayerProps) {
  const place = useLocation();
  const navigate = useNavigate();
  if (!isDialogOpen("invite", place.search)) return null;
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return <LazyDialog dialog={inviteDialog} props={{ ...props, given: place.state, onClose: close }} />;
}
