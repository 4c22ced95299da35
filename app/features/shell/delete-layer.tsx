import { useLocation, useMatches, useNavigate } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isId } from "#app/domain/ids.ts";
import { LazyDialog } from "#app/features/shell/lazy-dialog.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { Button } from "#app/ui/button.tsx";

const deleteDialog = lazy(
  async () => (await import("#app/features/delete-meeting/delete-dialog.tsx")).default,
  ["deleting"],
);

/**
 * The question before a meeting is deleted, over whatever page the address asks it on (`?delete=`). Without JavaScript it is
 * a form above the page.
 */
export function DeleteLayer() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const shown = useMatches().at(-1)?.data;
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const params = new URLSearchParams(search);
  const meetId = params.get("delete");
  if (meetId === null || !isId(meetId)) return null;
  const title = titleOf(state) ?? titleOnPage(shown, meetId);
  params.delete("delete");
  const rest = params.size > 0 ? `?${params}` : "";
  if (!isInBrowser) return <PlainQuestion meetId={meetId} title={title} back={`${pathname}${rest}`} />;
  const leave = (to: string) => navigate(to, { replace: true, preventScrollReset: true });
  return (
    <LazyDialog
      dialog={deleteDialog}
      props={{
        meetId,
        title,
        onClose: () => leave(`${pathname}${rest}`),
        onDeleted: () => leave(pathname === `/${meetId}` ? "/history" : `${pathname}${rest}`),
      }}
    />
  );
}

const never = () => () => {};

function titleOf(state: unknown): string | null {
  return typeof state === "object" && state !== null && "title" in state && typeof state.title === "string"
    ? state.title
    : null;
}

/** For a visit by address alone: the title in the data of the page below, a meeting's or the history's. */
export function titleOnPage(shown: unknown, meetId: string): string | null {
  const data = (shown ?? {}) as {
    view?: { head?: { meetId?: unknown; title?: unknown } };
    page?: { meetings?: { id?: unknown; title?: unknown }[] };
  };
  const head = data.view?.head?.meetId === meetId ? data.view.head : null;
  const title = head?.title ?? data.page?.meetings?.find(({ id }) => id === meetId)?.title;
  return typeof title === "string" ? title : null;
}

function PlainQuestion({ meetId, title, back }: { meetId: string; title: string | null; back: string }) {
  const { t } = useTranslation(["deleting", "common"]);
  return (
    <noscript>
      <form className="page__in stack" method="post" action={`/api/acta/meetings/${meetId}`}>
        <p className="strong">{title === null ? t("questionPlain") : t("question", { title })}</p>
        <p>
          {t("text")} {t("usage")}
        </p>
        <p className="row">
          <Button kind="danger" type="submit">
            {t("confirm")}
          </Button>
          <a href={back}>{t("common:action.cancel")}</a>
        </p>
      </form>
    </noscript>
  );
}
