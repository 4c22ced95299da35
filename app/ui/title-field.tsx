import { useTranslation } from "react-i18next";
import { FieldMessage } from "#app/ui/field.tsx";

type TitleFieldProps = {
  field: { id: string; name: string; errorId: string };
  charsMax: number;
  defaultValue?: string | undefined;
  error: "title-missing" | "title-too-long" | null;
};

/** A meeting's title, which is where its form begins. */
export function TitleField({ field, charsMax, defaultValue, error }: TitleFieldProps) {
  const { t } = useTranslation("upload");
  return (
    <div className="field full relative">
      <label htmlFor={field.id}>{t("field.title")}</label>
      <input
        // The dialog looks for the attribute, which React leaves out, when it decides where the focus begins.
        ref={(input) => input?.setAttribute("autofocus", "")}
        className="input"
        id={field.id}
        name={field.name}
        defaultValue={defaultValue}
        maxLength={charsMax}
        autoComplete="off"
        required
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : field.errorId}
      />
      {error !== null && (
        <FieldMessage id={field.errorId} fitsGap>
          {error === "title-too-long" ? t("error.titleTooLong", { count: charsMax }) : t("error.title")}
        </FieldMessage>
      )}
    </div>
  );
}
