import { Link, useLocation } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { downloadArchive } from "#app/contracts/endpoints/privacy.ts";
import type { Deletion } from "#app/features/history/pending-deletions.ts";
import { deletions } from "#app/features/history/use-deletions.ts";
import { hrefOver, mergeHref } from "#app/features/history/history-url.ts";
import type { Selection } from "#app/features/history/use-selection.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";

type BarProps = {
  selection: Selection;
  /** The meetings of this page that can be selected. */
  rows: readonly string[];
  /** The list has other pages. */
  hasMore: boolean;
  onDelete: () => void;
  /** Has their minutes written again with another template. */
  onTemplate: () => void;
  /** The list is that of the archive, out of which meetings are brought. */
  isArchive: boolean;
  onArchive: () => void;
};

/** Actions on the selected meetings, also those of other pages. The bar covers the head of the table, so that no row moves when it appears. */
export function SelectionBar({ selection, rows, hasMore, onDelete, onTemplate, isArchive, onArchive }: BarProps) {
  const { t } = useTranslation("history");
  const { picked } = selection;
  const place = useLocation();
  const count = picked.size;
  const isPage = rows.every((id) => picked.has(id));
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isPage;
  }, [count, isPage]);
  return (
    <>
      <p className="sr" role="status">
        {count > 0 && t("bulk.selected", { count })}
      </p>
      {count > 0 && (
        <fieldset className="bulk">
          <legend className="sr">{t("bulk.label")}</legend>
          <Checkbox
            ref={all}
            label={<span className="sr">{t("bulk.all")}</span>}
            checked={isPage}
            onChange={({ target }) => selection.pick(rows, target.checked)}
          />
          <p className="num" aria-hidden="true">
            {t("bulk.selected", { count })}
          </p>
          {isPage && hasMore && (
            <Button kind="quiet" busy={selection.isPickingAll} onClick={selection.pickAll}>
              <Icon name="list" />
              {t("bulk.everything")}
            </Button>
          )}
          {/* Read as it is written, so a link that the browser saves: no page holds it in memory. */}
          <a className={buttonClass("quiet")} href={archiveOf([...picked])} download>
            <Icon name="download" />
            {t("bulk.download")}
          </a>
          <Button kind="quiet" onClick={onTemplate}>
            <Icon name="template" />
            {t("bulk.template")}
          </Button>
          <Link
            className={buttonClass("quiet")}
            to={hrefOver(place, "arrange", "selected")}
            state={{ meetIds: [...picked] }}
            preventScrollReset
          >
            <Icon name="list" />
            {t("bulk.order")}
          </Link>
          <Button kind="quiet" onClick={onArchive}>
            <Icon name={isArchive ? "up" : "check"} />
            {t(isArchive ? "bulk.bringBack" : "bulk.archive")}
          </Button>
          {count === 2 && (
            <Link className={buttonClass("quiet")} to={mergeHref(place, [...picked])} preventScrollReset>
              <Icon name="link" />
              {t("bulk.merge")}
            </Link>
          )}
          <Button kind="quiet" className="danger" onClick={onDelete}>
            <Icon name="trash" />
            {t("bulk.delete")}
          </Button>
          <Button kind="quiet" icon aria-label={t("bulk.none")} onClick={() => selection.set([])}>
            <Icon name="close" />
          </Button>
        </fieldset>
      )}
    </>
  );
}

/** The address of one ZIP of these meetings. */
function archiveOf(meetIds: readonly string[]): string {
  return `${downloadArchive.path}?${new URLSearchParams({ meetings: meetIds.join(",") })}`;
}

type NotesProps = {
  all: readonly Deletion[];
  /** The deletion's meetings are listed again. */
  onUndone: (meetIds: readonly string[]) => void;
};

/** Each deletion of several meetings: with its way back, then its progress, and a failure with another try. */
export function DeletionNotes({ all, onUndone }: NotesProps) {
  const { t } = useTranslation("history");
  if (all.length === 0) return null;
  return (
    <section className="toasts" aria-label={t("bulk.notes")}>
      {all.map((deletion) => (
        <DeletionNote key={deletion.id} deletion={deletion} onUndone={onUndone} />
      ))}
    </section>
  );
}

function DeletionNote({ deletion, onUndone }: { deletion: Deletion; onUndone: NotesProps["onUndone"] }) {
  const { t } = useTranslation(["history", "common"]);
  const { id, meetIds, state } = deletion;
  const count = meetIds.length;
  const textId = useId();
  return (
    <div className={`toast toast--${state === "failed" ? "error" : "done"}`}>
      {state === "deleting" ? <Spinner /> : <Icon name={state === "failed" ? "alert" : "trash"} />}
      <p role="status" id={textId}>
        {t(`bulk.${state}`, { count })}
      </p>
      {state === "waiting" && (
        <UndoButton
          about={textId}
          onPress={() => {
            if (deletions.undo(id)) onUndone(meetIds);
          }}
        />
      )}
      {state === "failed" && (
        <>
          <Button onClick={() => deletions.again(id)}>{t("common:action.retry")}</Button>
          <Button kind="quiet" icon aria-label={t("common:action.close")} onClick={() => deletions.dismiss(id)}>
            <Icon name="close" />
          </Button>
        </>
      )}
    </div>
  );
}

/** The button that was pressed before it is gone, so the focus comes here. */
function UndoButton({ about, onPress }: { about: string; onPress: () => void }) {
  const { t } = useTranslation("history");
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Button ref={button} aria-describedby={about} onClick={onPress}>
      {t("bulk.undo")}
    </Button>
  );
}
