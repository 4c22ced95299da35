import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentProps, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { PartNote } from "#app/features/shell/loading-note.tsx";
import { loadLaterTexts } from "#app/i18n/later-texts.ts";
import { useToast } from "#app/ui/toast.tsx";

type Door = typeof import("#app/features/shell/invite-door.tsx").InviteDoor;
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
  return <LoadedDoor {...props} given={place.state} onClose={close} />;
}

const never = () => () => {};

/** Form, calendar and texts come when somebody asks for them; where they do not come the page stays, and says so. */
function LoadedDoor(props: ComponentProps<Door>) {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [Loaded, setLoaded] = useState<Door | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all([import("#app/features/shell/invite-door.tsx"), loadLaterTexts()]).then(
      ([{ InviteDoor }]) => setLoaded(() => InviteDoor),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (!failed) return;
    toast("error", t("error.connection"));
    props.onClose();
    // Once: closing makes another function each time the page is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failed]);
  return Loaded ? <Loaded {...props} /> : <PartNote />;
}
