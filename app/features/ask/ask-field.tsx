import { Form } from "@remix-run/react";
import { useId } from "react";
import { ASK_QUESTION_CHARS_MAX } from "#app/domain/limits/ask.ts";
import "#app/features/ask/ask.css";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icon.tsx";

/** One field for a question to all meetings; it begins a thread, or goes on in one. A plain form, so that it needs no JavaScript. */
export function AskField({
  threadId,
  label,
  placeholder,
}: {
  threadId?: string;
  label?: string;
  placeholder?: string;
}) {
  const { t } = useTranslation("home");
  const id = useId();
  return (
    <Form className="ask-field" method="post" action="/ask">
      <label className="sr" htmlFor={id}>
        {label ?? t("ask.label")}
      </label>
      <input
        className="input"
        id={id}
        name="question"
        type="text"
        autoComplete="off"
        required
        maxLength={ASK_QUESTION_CHARS_MAX}
        placeholder={placeholder ?? t("ask.placeholder")}
      />
      {threadId !== undefined && <input type="hidden" name="threadId" value={threadId} />}
      <button className="btn btn--primary btn--icon" type="submit" aria-label={t("ask.send")}>
        <Icon name="arrow-up" />
      </button>
    </Form>
  );
}
