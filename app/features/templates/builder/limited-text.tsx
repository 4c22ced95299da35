import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Field } from "#app/ui/field.tsx";

type Props = {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  charsMax: number;
  error?: string | undefined;
  /** Marked as wrong by a message elsewhere. */
  isInvalid?: boolean;
  hint?: string | undefined;
  isOptional?: boolean;
  isRequired?: boolean;
  isFull?: boolean;
  rows?: number;
  id?: string | undefined;
  placeholder?: string | undefined;
};

/** From this part of the limit on, the text says how much is left. */
const NEAR_LIMIT = 0.6;

/** A text with a limit. A longer text is not cut: it says by how much it is too long, and cannot be saved. */
export function LimitedText(props: Props) {
  const { label, value, onChange, charsMax, hint, error, isOptional, isRequired, isFull, rows, id, placeholder } =
    props;
  const { isInvalid = false } = props;
  const { t } = useTranslation("templateBuilder");
  const left = charsMax - Array.from(value).length;
  const isNear = left < charsMax * (1 - NEAR_LIMIT);
  const room = isNear && left >= 0 ? t("left", { count: left }) : undefined;
  const shown = left < 0 ? t("over", { count: -left }) : error;
  return (
    <Field
      label={
        <>
          {label} {isOptional && <span className="muted">{t("optional")}</span>}
        </>
      }
      hint={room ?? hint}
      error={shown}
      full={isFull ?? false}
      {...(id === undefined ? {} : { id })}
    >
      {(wiring) => {
        const shared = {
          ...wiring,
          className: "input",
          value,
          required: isRequired,
          placeholder,
          "aria-invalid": wiring["aria-invalid"] ?? (isInvalid || undefined),
        };
        return rows === undefined ? (
          <input {...shared} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
        ) : (
          <textarea {...shared} rows={rows} onChange={({ target }) => onChange(target.value)} />
        );
      }}
    </Field>
  );
}
