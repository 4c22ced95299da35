import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentProps, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isId } from "#app/domain/ids.ts";
import { PartNote } from "#app/features/shell/loading-note.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Dialog = typeof import("#app/features/delete-meeting/delete-dialog.tsx").default;

/**
 * The question before a meeting is deleted, over whatever page the address asks it on (`?delete=`). Without JavaScript it is
 * a form above the page.
 */
export function DeleteLayer() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const params = new URLSearchParams(search);
  const meetId = params.get("delete");
  if (meetId === null || !isId(meetId)) return null;
  if (!isInBrowser) return <PlainQuestion meetId={meetId} back={pathname} />;
  params.delete("delete");
  const rest = params.size > 0 ? `?${params}` : "";
  const leave = (to: string) => navigate(to, { replace: true, preventScrollReset: true });
  return (
    <LoadedDialog
      meetId={meetId}
      title={titleOf(state)}
      onClose={() => leave(`${pathname}${rest}`)}
      onDeleted={() => leave(pathname === `/${meetId}` ? "/history" : `${pathname}${rest}`)}
    />
  );
}

const never = () => () => {};

/** Comes when it is asked for; where it does not come the page stays as it was, and says so. */
function LoadedDialog(props: ComponentProps<Dialog>) {
  const { t } = useTranslation("common");
  const toast = useToast();
  const { onClose } = props;
  const [Loaded, setLoaded] = useState<Dialog | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import("#app/features/delete-meeting/delete-dialog.tsx").then(
      ({ default: dialog }) => setLoaded(() => dialog),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (!failed) return;
    toast("error", t("error.connection"));
    onClose();
    // Once: closing makes another function each time the page is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failed]);
  return Loaded ? <Loaded {...props} /> : <PartNote />;
}

function titleOf(state: unknown): string | null {
  return typeof state === "object" && state !== null && "title" in state && typeof state.title === "string"
    ? state.title
    : null;
}

function PlainQuestion({ meetId, back }: { meetId: string; back: string }) {
  const { t } = useTranslation(["share", "common"]);
  return (
    <noscript>
      <form className="page__in stack" method="post" action={`/api/acta/meetings/${meetId}`}>
        <p className="strong">{t("delete.questionPlain")}</p>
        <p>
          {t("delete.text")} {t("delete.usage")}
        </p>
        <p className="row">
          <Button kind="danger" type="submit">
            {t("delete.confirm")}
          </Button>
          <a href={back}>{t("common:action.cancel")}</a>
        </p>
      </form>
    </noscript>
  );
}
