import { type RefObject, useId } from "react";
import { ZIP_BYTES_MAX, IMPORT_FILES_MAX } from "#app/domain/limits/imports.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { TRANSCRIPT_ACCEPT } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import { droppedFiles } from "#app/features/upload/import/open-files.ts";
import type { Chosen, Import } from "#app/features/upload/import/use-import.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { FieldMessage } from "#app/ui/field.tsx";
import { useDropAnywhere } from "#app/ui/use-drop-anywhere.ts";

type FilesProps = Pick<Import, "add" | "leftOut" | "damaged" | "isCut"> & { inputRef: RefObject<HTMLInputElement> };

/** The zone in which files, a folder or a ZIP are chosen or dropped. Both native inputs are controls of their own, for the keyboard. */
export function ImportFiles({ add, leftOut, damaged, isCut, inputRef }: FilesProps) {
  const { t, i18n } = useTranslation("upload");
  const [filesId, folderId, noteId] = [useId(), useId(), useId()];
  const isOver = useDropAnywhere(add, droppedFiles);
  return (
    <div className="field full">
      <span className="label">{t("imports.field")}</span>
      <div className={`drop ${isOver ? "border-ink border-solid bg-paper-sunk" : ""}`}>
        <div className="row row--wrap">
          <span className="relative">
            <input
              ref={inputRef}
              className="sr peer"
              id={filesId}
              type="file"
              multiple
              accept={`${TRANSCRIPT_ACCEPT},.zip`}
              aria-describedby={noteId}
              onChange={(event) => add(takeFrom(event.target, false))}
            />
            <label className={`${buttonClass("line")} peer-ring`} htmlFor={filesId}>
              {t("imports.choose")}
            </label>
          </span>
          <span className="relative">
            <input
              ref={(input) => input?.setAttribute("webkitdirectory", "")}
              className="sr peer"
              id={folderId}
              type="file"
              multiple
              aria-describedby={noteId}
              onChange={(event) => add(takeFrom(event.target, true))}
            />
            <label className={`${buttonClass("line")} peer-ring`} htmlFor={folderId}>
              {t("imports.folder")}
            </label>
          </span>
        </div>
        <p className="note muted">{t("imports.orDrop")}</p>
      </div>
      <div className="stack" id={noteId}>
        <p className="hint">{t("imports.fits", { limit: formatSize(TRANSCRIPT_BYTES_MAX, i18n.language) })}</p>
      </div>
      <div className="stack" role="status">
        {damaged.map((name) => (
          <FieldMessage key={name} id={`${noteId}-${name}`}>
            {name}: {t("imports.refusal.zip", { zipLimit: formatSize(ZIP_BYTES_MAX, i18n.language) })}
          </FieldMessage>
        ))}
        {isCut && <p className="hint">{t("imports.tooMany", { count: IMPORT_FILES_MAX })}</p>}
        {leftOut.length > 0 && (
          <p className="hint">
            {t("imports.leftOut", { count: leftOut.length, names: named(leftOut, i18n.language) })}
          </p>
        )}
      </div>
    </div>
  );
}

const NAMES_SHOWN = 3;

function named(names: readonly string[], locale: string): string {
  const list = names.length > NAMES_SHOWN ? [...names.slice(0, NAMES_SHOWN), "…"] : names;
  return new Intl.ListFormat(locale, { type: "unit" }).format(list);
}

function takeFrom(input: HTMLInputElement, isInFolder: boolean): Chosen {
  const chosen = [...(input.files ?? [])].map((file) => ({ file, isInFolder }));
  // The same file again is a choice too.
  input.value = "";
  return chosen;
}
