import { Link } from "@remix-run/react";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { FileName } from "#app/features/upload/form/file-name.tsx";
import { NamedFields } from "#app/features/upload/form/named-fields.tsx";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import { type ImportRow, isReady, type ReadyRow } from "#app/features/upload/import/import-rows.ts";
import type { ImportProblem } from "#app/features/upload/import/read-import.ts";
import type { Import } from "#app/features/upload/import/use-import.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { focusNextRow } from "#app/ui/focus-next-row.ts";
import { Icon } from "#app/ui/icon.tsx";

type ListProps = Pick<Import, "rows" | "change" | "remove"> & {
  timeZone: string;
  /** Whether rows may be changed: nothing is being sent. */
  isOpen: boolean;
  /** Whether the form was submitted: what is missing is then said. */
  isAsked: boolean;
};

/** The files to check before anything is made: each with its title, its date and what stands in it, or why it is not imported. */
export function ImportList({ rows, ...list }: ListProps) {
  const { t } = useTranslation("upload");
  return (
    <ul className="imports" aria-label={t("imports.table")}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className="imports__head">
            <FileName name={row.file.name} />
            <RowState row={row} />
            {list.isOpen && !isOver(row) && (
              <Button
                kind="quiet"
                icon
                aria-label={t("rows.removeOf", { name: row.file.name })}
                onClick={({ currentTarget }) => {
                  focusNextRow(currentTarget);
                  list.remove(row.id);
                }}
              >
                <Icon name="close" />
              </Button>
            )}
          </div>
          {isReady(row) && (
            <NamedFields
              fileName={row.file.name}
              {...row}
              timeZone={list.timeZone}
              onChange={(to) => list.change(row.id, to)}
              isReadOnly={!list.isOpen}
              isAsked={list.isAsked}
            />
          )}
          <RowNote row={row} />
        </li>
      ))}
    </ul>
  );
}

const isOver = ({ state }: ImportRow) => state === "made" || state === "undone";

function RowState({ row }: { row: ImportRow }) {
  const { t } = useTranslation("upload");
  switch (row.state) {
    case "reading":
      return <span className="note muted">{t("imports.reading")}</span>;
    case "waiting":
    case "sending":
    case "undone":
    case "failed":
      return <span className="note muted">{t(`imports.state.${row.state}`)}</span>;
    case "made":
      return (
        <Link className="note" to={`/${row.meetId}`}>
          {t("imports.openOf", { title: row.title })}
        </Link>
      );
    case "ready":
    case "refused":
    case "known":
    case "same":
      return null;
  }
}

/** The content of the file in a line, or the reason that it is not imported. */
function RowNote({ row }: { row: ImportRow }) {
  const { t } = useTranslation("upload");
  switch (row.state) {
    case "refused":
      return (
        <FieldError>
          <ProblemText problem={row.problem} />
        </FieldError>
      );
    case "known":
      return (
        <p className="note">
          {t("imports.known")} <Link to={`/${row.meeting.meetId}`}>{row.meeting.title}</Link>
        </p>
      );
    case "same":
      return <p className="note">{t("imports.same", { name: row.name })}</p>;
    case "failed":
      return <FieldError>{row.failure ?? t("imports.error.failed")}</FieldError>;
    case "ready":
      return <Facts row={row} />;
    case "reading":
    case "waiting":
    case "sending":
    case "made":
    case "undone":
      return null;
  }
}

/** More names would hide the rest. */
const PEOPLE_SHOWN = 6;

function Facts({ row }: { row: ReadyRow }) {
  const { t, i18n } = useTranslation("upload");
  const { lines, people, isUntimed, dateFrom } = row.read;
  const shown = people.slice(0, PEOPLE_SHOWN);
  const more = people.length > shown.length ? [`+${people.length - shown.length}`] : [];
  const names = new Intl.ListFormat(i18n.language, { type: "unit" }).format([...shown, ...more]);
  const notes = [
    `${t("imports.lines", { count: lines })}, ${names || t("imports.nobody")}.`,
    ...(isUntimed ? [t("imports.untimed")] : []),
    ...(dateFrom === "modified" && row.at === row.read.at ? [t("rows.fromModified")] : []),
  ];
  return <p className="note muted">{notes.join(" ")}</p>;
}

function ProblemText({ problem: { reason, cue } }: { problem: ImportProblem }) {
  const { t, i18n } = useTranslation("upload");
  const transcriptLimit = formatSize(TRANSCRIPT_BYTES_MAX, i18n.language);
  return t(`imports.refusal.${reason}`, { transcriptLimit, ...nameCue(cue, i18n.language) });
}
