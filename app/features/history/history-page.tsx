import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FilteredList, MeetingListItem, PeopleList } from "#app/contracts/meeting/lists.ts";
import { type ListFilters, personKeyOf } from "#app/domain/meeting/list.ts";
import { DeletionNotes, SelectionBar } from "#app/features/history/bulk-delete.tsx";
import { HistoryEmpty } from "#app/features/history/history-empty.tsx";
import { type Order, useArchive } from "#app/features/history/use-archive.ts";
import { FindForm } from "#app/features/history/find-form.tsx";
import { GroupTabs } from "#app/features/history/group-tabs.tsx";
import { FilterForm } from "#app/features/history/history-filters.tsx";
import { HistoryRow } from "#app/features/history/history-row.tsx";
import { explainEmpty, historyHref, withoutDialogs } from "#app/features/history/history-url.ts";
import { hiddenBy } from "#app/features/history/pending-deletions.ts";
import { deletions, historyCalls, useDeletions } from "#app/features/history/use-deletions.ts";
import { useSelection } from "#app/features/history/use-selection.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { formatDuration, formatMonth } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { StaleNote } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast.tsx";

const rewriteSeveral = lazy(
  async () => (await import("#app/features/history/rewrite-several.tsx")).RewriteSeveral,
  ["templates"],
);

type People = PeopleList["people"];

type Props = {
  page: FilteredList;
  /** The people of each meeting; those without people are not in it. */
  names: Readonly<Record<string, readonly string[]>>;
  /** The folders that the reader sees, and their tags by meeting. */
  order: Order;
  filters: ListFilters;
  /** The month that the address leads to. */
  month: string | null;
  /** Whether no page comes before this one. */
  isFirst: boolean;
  templates: readonly { id: string | null; name: string }[];
  /** The first page of them. Null where the server did not read them for this answer. */
  people: PeopleList | null;
  /** The last reading of the open page failed: it shows what was read before. */
  isStale: boolean;
  /** Reads the list again after a change of this page. */
  readAgain: () => void;
  /** The link to "Record here". */
  record: ReactNode;
};

/** §2: one's meetings in their status groups, filtered, sorted, a page at a time. */
export function HistoryPage(props: Props) {
  const { page, names, order, filters, month, isFirst, templates, people: served, isStale, readAgain, record } = props;
  const { t } = useTranslation(["history", "common"]);
  const people = usePeople(served);
  const state = useDeletions(readAgain);
  const hidden = hiddenBy(state);
  const rows = page.meetings.filter(({ id }) => !hidden.has(id));
  const own = rows.filter(({ sharedBy }) => sharedBy === undefined);
  const selection = useSelection(filters, hidden);
  const { picked, take } = selection;
  const [isRewriting, setRewriting] = useState(false);
  const toast = useToast();
  const archive = useArchive(readAgain);
  const { counts, hasArchived } = page;
  const why = explainEmpty(filters, { all: counts.all, hasArchived, isFirst });
  return (
    <>
      <Page title={t("common:menu.history")} beside={counts.all > 0 && <Beside page={page} />}>
        {(counts.all > 0 || page.hasShared || hasArchived || filters.role === "shared") && (
          <div className="block--s">
            <FindForm />
            <GroupTabs filters={filters} page={page} />
            <FilterForm
              page={page}
              month={month}
              filters={filters}
              people={people}
              templates={templates}
              folders={order.folders}
            />
          </div>
        )}
        {page.missing && <p className="note">{t("incomplete")}</p>}
        {page.meetings.length === 0 ? (
          <HistoryEmpty why={why} filters={filters} record={record} />
        ) : (
          <>
            {own.length > 0 && (
              <SelectionBar
                selection={selection}
                rows={own.map(({ id }) => id)}
                hasMore={page.newer !== null || page.older !== null}
                onTemplate={() => setRewriting(true)}
                isArchive={filters.archived !== null}
                onArchive={() => archive(take(), filters.archived === null)}
                onDelete={() => deletions.plan(take())}
              />
            )}
            {rows.length > 0 && (
              <MeetingTable
                rows={rows}
                names={names}
                order={order}
                filters={filters}
                picked={picked}
                onPick={(id, isPicked) => selection.pick([id], isPicked)}
                readAgain={readAgain}
              />
            )}
            <Neighbours page={page} filters={filters} />
          </>
        )}
      </Page>
      {isRewriting && (
        <WhenLoaded
          part={rewriteSeveral}
          props={{
            meetIds: [...picked],
            templates,
            onClose: () => setRewriting(false),
            onBegun: (begun) => selection.pick(begun, false),
          }}
        />
      )}
      {isStale && <StaleNote>{t("stale")}</StaleNote>}
      {/* Not in the page, which is a container: it would be the frame of what is fixed, in browsers of before 2025. */}
      <DeletionNotes
        all={state.all}
        onUndone={(meetIds) => {
          selection.set(meetIds);
          toast("done", t("bulk.undone"));
          // The button that had the focus is gone.
          document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
        }}
      />
    </>
  );
}

/** The number of meetings, and the way to bring more from elsewhere. */
function Beside({ page: { counts, durationMs } }: Pick<Props, "page">) {
  const { t } = useTranslation("history");
  const locale = useLocale();
  const total =
    durationMs > 0
      ? t("countWithLength", { count: counts.all, length: formatDuration(durationMs, locale) })
      : t("count", { count: counts.all });
  const parameters = withoutDialogs(useLocation().search);
  parameters.set("import", "1");
  return (
    <p className="note muted num">
      <span>{total}</span> ·{" "}
      <Link to={`/history?${parameters.toString()}`} preventScrollReset>
        {t("importTranscripts")}
      </Link>
    </p>
  );
}

/**
 * The people of the filter: the first page of them with the page that a browser opens; the others, and all of them after a navigation,
 * which reads the list alone, by calls.
 */
function usePeople(served: PeopleList | null): People {
  // Only the first answer counts: the lists that are read later come without them.
  const [first] = useState(served);
  const [list, setList] = useState(served);
  useEffect(() => {
    if (first !== null && first.next === null) return;
    const leave = new AbortController();
    const read = async () => {
      const { readPeople } = await historyCalls.load();
      const known = await readPeople(leave.signal, first);
      if (known && !leave.signal.aborted) setList(known);
    };
    // The filter then has the people that it has, and the person that it is set to.
    read().catch(() => undefined);
    return () => leave.abort();
  }, [first]);
  return list?.people ?? [];
}

type TableProps = Pick<Props, "names" | "order" | "filters" | "readAgain"> & {
  rows: readonly MeetingListItem[];
  picked: ReadonlySet<string>;
  onPick: (id: string, isPicked: boolean) => void;
};

function MeetingTable({ rows, names, order, filters: { sort, person }, picked, onPick, readAgain }: TableProps) {
  const { t } = useTranslation(["history", "share"]);
  const [locale, zone] = [useLocale(), useTimeZone()];
  const months = byMonth(rows, (startsAt) => (sort === "date" ? formatMonth(startsAt, locale, zone) : ""));
  return (
    <table className="table history lib">
      <caption className="sr">{t(sort === "title" ? "captionByTitle" : "caption")}</caption>
      <thead>
        <tr>
          <th scope="col" className="pickc">
            <span className="sr">{t("column.select")}</span>
          </th>
          <th scope="col" aria-sort={sort === "title" ? "ascending" : undefined}>
            {t("column.title")} {sort === "title" && <Icon name="up" />}
          </th>
          <th scope="col" aria-sort={sort === "date" ? "descending" : undefined}>
            {t("column.date")} {sort === "date" && <Icon name="down" />}
          </th>
          <th scope="col">{t("column.length")}</th>
          <th scope="col" className="opt">
            {t("column.language")}
          </th>
          <th scope="col">{t("column.status")}</th>
          <th scope="col" className="act">
            <span className="sr">{t("share:delete.open")}</span>
          </th>
        </tr>
      </thead>
      {months.map(({ month, meetings }) => (
        <tbody key={month}>
          {month !== "" && (
            <tr className="month">
              <th scope="rowgroup" colSpan={COLUMNS}>
                {month}
              </th>
            </tr>
          )}
          {meetings.map((meeting) => (
            <HistoryRow
              key={meeting.id}
              meeting={meeting}
              names={withChosenFirst(names[meeting.id] ?? [], person)}
              folder={order.folders.find(({ id }) => id === meeting.folderId)}
              tags={order.tags[meeting.id] ?? []}
              isPicked={picked.has(meeting.id)}
              readAgain={readAgain}
              onPick={(isPicked) => onPick(meeting.id, isPicked)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const COLUMNS = 7;

/** The meetings of a list by date under their months. A list by title has no months. */
function byMonth(rows: readonly MeetingListItem[], monthOf: (startsAt: number) => string) {
  const months: { month: string; meetings: MeetingListItem[] }[] = [];
  for (const meeting of rows) {
    const month = monthOf(meeting.startsAt);
    const last = months.at(-1);
    if (last?.month === month) last.meetings.push(meeting);
    else months.push({ month, meetings: [meeting] });
  }
  return months;
}

/** A row has no room for every name: the person whose meetings are listed is always among those that it shows. */
function withChosenFirst(names: readonly string[], chosen: string | null): readonly string[] {
  const isChosen = (name: string) => personKeyOf(name) === chosen;
  return [...names.filter(isChosen), ...names.filter((name) => !isChosen(name))];
}

/** Pages by key have no numbers: only the one before and the one after. */
function Neighbours({ page: { newer, older }, filters }: Pick<Props, "page" | "filters">) {
  const { t } = useTranslation("history");
  const isByTitle = filters.sort === "title";
  if (!newer && !older) return null;
  return (
    <nav className="pages" aria-label={t("pages")}>
      {newer ? (
        <Link className={buttonClass("line")} to={historyHref(filters, { newer })} rel="prev">
          <Icon name="previous" />
          {t(isByTitle ? "previous" : "newer")}
        </Link>
      ) : (
        <span />
      )}
      {older && (
        <Link className={buttonClass("line")} to={historyHref(filters, { older })} rel="next">
          {t(isByTitle ? "next" : "older")}
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
