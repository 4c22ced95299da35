import { useLanguageName } from "#app/i18n/language-name.ts";
import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FilteredList, PeopleList } from "#app/contracts/meeting/lists.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  LIST_SORTS,
  LIST_SOURCES,
  type ListFilters,
  MEETING_ROLES,
  narrowingsOf,
  parseListFilters,
  parseMonth,
  tabOf,
} from "#app/domain/meeting/list.ts";
import { Choice, Day, FolderChoice, MonthChoice, PersonField, TagField } from "#app/features/history/filter-fields.tsx";
import type { Order } from "#app/features/history/use-archive.ts";
import { filtersOfForm, historyHref, withoutFilters } from "#app/features/history/history-url.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

type FormProps = {
  page: Pick<FilteredList, "earliestAt" | "latestAt" | "meetings">;
  /** The month that the list begins with, where the address names one. */
  month: string | null;
  filters: ListFilters;
  people: PeopleList["people"];
  templates: readonly { id: string | null; name: string }[];
  folders: Order["folders"];
};

/** Of all languages only those that may be looked for: the four, and what the list shows or is narrowed to. */
function languagesOf({ meetings }: FormProps["page"], { language }: ListFilters): MeetingLanguage[] {
  const shown = meetings.map((meeting) => meeting.language);
  return [...new Set<MeetingLanguage>([...TEXT_LANGUAGES, ...shown, ...(language === null ? [] : [language])])];
}

/** The filters as a plain GET form. With JavaScript each choice applies at once. */
export function FilterForm({ page, month, filters: current, people, templates, folders }: FormProps) {
  const nameOf = useLanguageName();
  const { t } = useTranslation("history");
  const navigate = useNavigate();
  const onTheirWay = useFiltersOnTheirWay();
  const filters = onTheirWay?.filters ?? current;
  const isShared = tabOf(filters) === "shared";
  const apply = (form: HTMLFormElement) => navigate(historyHref(filtersOfForm(new FormData(form))));
  return (
    <form
      className="filters filters--lib"
      method="get"
      action="/history"
      role="search"
      aria-label={t("filter.label")}
      onChange={({ target, currentTarget }) => {
        if (!(target instanceof HTMLSelectElement)) return;
        if (target.name === "month") navigate(historyHref(filters, target.value ? { month: target.value } : undefined));
        else apply(currentTarget);
      }}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      {(isShared ? (["role"] as const) : (["group", "archived"] as const)).map((name) => {
        const value = filters[name];
        return value !== null && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <div className="filters__row">
        <Choice
          name="language"
          filters={filters}
          label={t("filter.language")}
          any={t("filter.anyLanguage")}
          options={languagesOf(page, filters).map((language) => [language, nameOf(language)])}
        />
        <PersonField chosen={filters.person} people={people} apply={apply} />
        {(folders.length > 0 || filters.folder !== null) && <FolderChoice filters={filters} folders={folders} />}
        <Choice
          name="from"
          filters={filters}
          label={t("filter.source")}
          any={t("filter.anySource")}
          options={LIST_SOURCES.map((source) => [source, t(`source.${source}`)])}
        />
        <Choice
          name="sort"
          filters={filters}
          label={t("filter.sort")}
          options={LIST_SORTS.map((sort) => [sort, t(`sort.${sort}`)])}
        />
        {filters.sort === "date" && <MonthChoice page={page} month={onTheirWay ? onTheirWay.month : month} />}
        <noscript>
          <Button type="submit">{t("filter.apply")}</Button>
        </noscript>
      </div>
      {narrowingsOf(filters).length > 0 && (
        <Link className="note" to={historyHref(withoutFilters(filters))}>
          {t("filter.clear")}
        </Link>
      )}
      <MoreFilters filters={filters} days={current} templates={templates} apply={apply} />
    </form>
  );
}

type MoreProps = Pick<FormProps, "filters" | "templates"> & {
  /** The days of the list that is shown: their fields are changed by typing, not by the address that is on its way. */
  days: ListFilters;
  apply: (form: HTMLFormElement) => void;
};

function MoreFilters({ filters, days, templates, apply }: MoreProps) {
  const { t } = useTranslation("history");
  const inDetails = narrowingsOf(filters).filter((name) => IN_DETAILS.has(name)).length;
  // Not closed when its last filter is taken away: the focus is in it.
  const [isOpen, setOpen] = useState(inDetails > 0);
  return (
    <details className="more-filters" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="note">
        {t("filter.more")} {inDetails > 0 && <span className="num">({inDetails})</span>}
        <Icon name="down" />
      </summary>
      <div className="filters">
        {tabOf(filters) !== "shared" && (
          <Choice
            name="role"
            filters={filters}
            label={t("filter.role")}
            any={t("filter.anyRole")}
            options={MEETING_ROLES.map((role) => [role, t(`role.${role}`)])}
          />
        )}
        <Choice
          name="template"
          filters={filters}
          label={t("filter.template")}
          any={t("filter.anyTemplate")}
          options={templates.map(({ id, name }) => [id ?? "system", id === null ? t("basicSystem") : name])}
        />
        <TagField chosen={filters.tag} apply={apply} />
        <Day name="after" day={days.after} label={t("filter.after")} apply={apply} />
        <Day name="before" day={days.before} label={t("filter.before")} apply={apply} />
      </div>
    </details>
  );
}

const IN_DETAILS: ReadonlySet<string> = new Set(["role", "template", "days", "tag"]);

/** The filters of the list that is being loaded, so that a control does not jump back until it is there. */
function useFiltersOnTheirWay(): { filters: ListFilters; month: string | null } | null {
  const { location } = useNavigation();
  if (location?.pathname !== "/history") return null;
  const asked = new URLSearchParams(location.search);
  return { filters: parseListFilters(asked), month: parseMonth(asked.get("month")) };
}
