import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FilteredList, PeopleList } from "#app/contracts/meeting/lists.ts";
import { tagKeyOf } from "#app/domain/folders/folder.ts";
import { type ListFilters, monthsBetween, personKeyOf } from "#app/domain/meeting/list.ts";
import type { Order } from "#app/features/history/use-archive.ts";
import { formatMonth } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Select } from "#app/ui/select.tsx";

/** The fields of History's filters. Each applies at once, in its own way. */

type Apply = { apply: (form: HTMLFormElement) => void };

type PersonProps = Apply & { chosen: string | null; people: PeopleList["people"] };

/** The people as a list in which one types. It applies with a choice from the list, with Enter, and when it is left. */
export function PersonField({ chosen, people, apply }: PersonProps) {
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
export function FolderChoice({ filters, folders }: { filters: ListFilters; folders: Order["folders"] }) {
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
export function TagField({ chosen, apply }: Apply & { chosen: string | null }) {
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

export function Choice({ name, filters, label, any, options }: ChoiceProps) {
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

type DayProps = Apply & { name: "after" | "before"; day: string | null; label: string };

/** A day applies as soon as it is a whole one, and when it is emptied. */
export function Day({ name, day, label, apply }: DayProps) {
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

type MonthProps = { page: Pick<FilteredList, "earliestAt" | "latestAt">; month: string | null };

/** The months of the list by date, which lead to their first page. */
export function MonthChoice({ page: { earliestAt, latestAt }, month }: MonthProps) {
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
