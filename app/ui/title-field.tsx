import { useTranslation } from "#app/i18n/use-translation.ts";
import { FieldMessage } from "#app/ui/field.tsx";

type TitleFieldProps = {
  field: { id: string; name: string; errorId: string };
  charsMax: number;
  defaultValue?: string | undefined;
  error: "title-missing" | "title-too-long" | null;
  hint?: string | undefined;
  /** Whether the focus begins here. */
  isFirst?: boolean;
};

/** A meeting's title, which is where its form begins unless `isFirst` is false. */
export function TitleField({ field, charsMax, defaultValue, error, hint, isFirst = true }: TitleFieldProps) {
  const { t } = useTranslation("upload");
  const hintId = `${field.id}-hint`;
  return (
    <div className="field full relative">
      <label htmlFor={field.id}>{t("field.title")}</label>
      <input
        // The dialog looks for the attribute, which React leaves out, when it decides where the focus begins.
        ref={(input) => {
          if (isFirst) input?.setAttribute("autofocus", "");
        }}
        className="input"
        id={field.id}
        name={field.name}
        defaultValue={defaultValue}
        maxLength={charsMax}
        autoComplete="off"
        required
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? (hint === undefined ? undefined : hintId) : field.errorId}
      />
      {hint !== undefined && error === null && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== null && (
        <FieldMessage id={field.errorId} fitsGap>
          {error === "title-too-long" ? t("error.titleTooLong", { count: charsMax }) : t("error.title")}
        </FieldMessage>
      )}
    </div>
  );
}
