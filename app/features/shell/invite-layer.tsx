import { useLocation, useNavigate } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { LoadedPart } from "#app/features/shell/loaded-part.tsx";

/** Form, calendar and texts come when somebody asks for them. */
const loadInvite = () => import("#app/features/shell/invite-container.tsx").then((part) => part.InviteContainer);

type Props = { user: { name: string; email: string | null }; links: LinkRules };

/** The invite dialog over whatever page the address says it is open on. In the browser only: it shows itself as a modal. */
export function InviteLayer(props: Props) {
  const place = useLocation();
  const navigate = useNavigate();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser || !isDialogOpen("invite", place.search)) return null;
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return <LoadedPart load={loadInvite} props={{ ...props, given: place.state, onClose: close }} />;
}

const never = () => () => {};
