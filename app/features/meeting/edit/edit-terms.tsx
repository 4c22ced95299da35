import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EDIT_TERMS_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { FieldProps } from "#app/features/meeting/edit/line-when.tsx";
import { GrowingText } from "#app/features/meeting/edit/growing-text.tsx";

/** Keywords or tags as one line of words between commas. One that stays keeps its moments. */
export function EditTerms({ field, name, editing }: FieldProps) {
  const { t } = useTranslation("edit");
  // As it is typed: a comma at the end is the beginning of the next word, and no word yet.
  const [text, setText] = useState(() => field.lines.map((line) => line.text).join(", "));
  return (
    <GrowingText
      label={t("words", { field: name })}
      value={text}
      charsMax={EDIT_TERMS_CHARS_MAX}
      onChange={(typed) => {
        setText(typed);
        const terms = typed.split(",").map((term) => term.replace(/\s+/gu, " ").trim());
        editing.setTerms(field.key, [...new Set(terms.filter((term) => term !== ""))]);
      }}
    />
  );
}
