import { useLanguageName } from "#app/i18n/language-name.ts";
import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FilteredList, PeopleList } from "#app/contracts/meeting/lists.ts";
import { tagKeyOf } from "#app/domain/folders/folder.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  LIST_SORTS,
  LIST_SOURCES,
  type ListFilters,
  MEETING_ROLES,
  monthsBetween,
  narrowingsOf,
  parseListFilters,
  parseMonth,
  personKeyOf,
  tabOf,
} from "#app/domain/meeting/list.ts";
import type { Order } from "#app/features/history/use-archive.ts";
import { filtersOfForm, historyHref, withoutFilters } from "#app/features/history/history-url.ts";
import { formatMonth } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";

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

type PersonProps = { chosen: string | null; people: PeopleList["people"]; apply: (form: HTMLFormElement) => void };

/** The people as a list in which one types. It applies with a choice from the list, with Enter, and when it is left. */
function PersonField({ chosen, people, apply }: PersonProps) {
  const { t } = useTranslation("history");
  const listId = useId();
  // A person who is not among those listed can still be chosen by an address.
  const shown = people.find(({ key }) => key === chosen)?.name ?? chosen ?? "";
  const [typed, setTyped] = useState(shown);
  const [last, setLast] = useState(shown);
  // A name that arrives with the people, or another choice, replaces what is typed.
  if (last !== shown) {
    setLast(shown);
    setTyped(shown);
  }
  const applyIf = ({ value, form }: HTMLInputElement) => {
    if (form && personKeyOf(value) !== (chosen ?? "")) apply(form);
  };
  return (
    <span className="select">
      <input
        className="input"
        type="search"
        name="person"
        list={listId}
        autoComplete="off"
        aria-label={t("filter.person")}
        placeholder={t("filter.anyPerson")}
        value={typed}
        onChange={({ currentTarget, nativeEvent }) => {
          setTyped(currentTarget.value);
          const isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType !== "insertReplacementText";
          if (!isTyped) applyIf(currentTarget);
        }}
        onBlur={({ currentTarget }) => applyIf(currentTarget)}
        onKeyDown={onEnter(apply)}
      />
      <datalist id={listId}>
        {people.map(({ key, name }) => (
          <option key={key} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </span>
  );
}

/** A form of several fields and no button is not sent by Enter. */
function onEnter(apply: (form: HTMLFormElement) => void) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { form } = event.currentTarget;
    if (event.key !== "Enter" || form === null) return;
    event.preventDefault();
    apply(form);
  };
}

/** A folder in another is listed under it. */
function FolderChoice({ filters, folders }: Pick<FormProps, "filters" | "folders">) {
  const { t } = useTranslation("history");
  return (
    <Select name="folder" aria-label={t("filter.folder")} value={filters.folder ?? ""} onChange={applied}>
      <option value="">{t("filter.anyFolder")}</option>
      {folders.map(({ id, name }) => (
        <option key={id} value={id}>
          {name.replace("/", " / ")}
        </option>
      ))}
    </Select>
  );
}

/** A tag applies with Enter, and when the field is left. The tags in the list lead to the same. */
function TagField({ chosen, apply }: { chosen: string | null; apply: (form: HTMLFormElement) => void }) {
  const { t } = useTranslation("history");
  return (
    <span className="select">
      <input
        key={chosen}
        className="input"
        type="search"
        name="tag"
        autoComplete="off"
        aria-label={t("filter.tag")}
        placeholder={t("filter.anyTag")}
        defaultValue={chosen ?? ""}
        onBlur={({ currentTarget: { value, form } }) => {
          if (form && tagKeyOf(value) !== (chosen ?? "")) apply(form);
        }}
        onKeyDown={onEnter(apply)}
      />
    </span>
  );
}

type ChoiceProps = {
  name: "language" | "from" | "role" | "template" | "sort";
  filters: ListFilters;
  label: string;
  /** The choice that narrows nothing. */
  any?: string;
  options: readonly (readonly [value: string, text: string])[];
};

function Choice({ name, filters, label, any, options }: ChoiceProps) {
  return (
    <Select name={name} aria-label={label} value={filters[name] ?? ""} onChange={applied}>
      {any !== undefined && <option value="">{any}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** The form applies the choice; React asks every controlled field for a handler of its own. */
const applied = () => {};

/** The year that is being typed is a year of long ago until its last digit. */
const FIRST_DAY = "1990";

type DayProps = Pick<MoreProps, "apply"> & { name: "after" | "before"; day: string | null; label: string };

/** A day applies as soon as it is a whole one, and when it is emptied. */
function Day({ name, day, label, apply }: DayProps) {
  const [typed, setTyped] = useState(day ?? "");
  const [last, setLast] = useState(day);
  // Another list, such as one without filters, replaces the day.
  if (last !== day) {
    setLast(day);
    setTyped(day ?? "");
  }
  return (
    <label className="day">
      <span className="note">{label}</span>
      <input
        className="input"
        type="date"
        name={name}
        value={typed}
        onChange={({ currentTarget: { value, validity, form } }) => {
          setTyped(value);
          const isWhole = value === "" ? !validity.badInput : value >= FIRST_DAY;
          if (isWhole && form && value !== (day ?? "")) apply(form);
        }}
      />
    </label>
  );
}

/** The months of the list by date, which lead to their first page. */
function MonthChoice({ page: { earliestAt, latestAt }, month }: Pick<FormProps, "page" | "month">) {
  const { t } = useTranslation("history");
  const [locale, zone] = [useLocale(), useTimeZone()];
  if (earliestAt === null || latestAt === null) return null;
  const months = monthsBetween(earliestAt, latestAt, zone);
  if (months.length < 2) return null;
  return (
    <Select name="month" aria-label={t("filter.month")} value={month ?? ""} onChange={applied}>
      <option value="">{t("filter.anyMonth")}</option>
      {months.map((each) => (
        <option key={each} value={each}>
          {formatMonth(Date.parse(`${each}-01T00:00:00Z`), locale, "UTC")}
        </option>
      ))}
    </Select>
  );
}
