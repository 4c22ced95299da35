import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { CHAT_QUESTION_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { CHAT_FIELD_ID } from "#app/features/meeting/chat/use-chat-place.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  answering: boolean;
  /** Null while that is not known: a question that is sent before waits in the field, and is asked as soon as it can be. */
  canAsk: boolean | null;
  /** Resolves to whether the question was taken. */
  onAsk: (question: string) => Promise<boolean>;
  /** A question came while an answer is being written: it stays in the field. */
  onBusy: () => void;
  onStop: () => void;
};

/** The question. Enter sends, Shift and Enter begin a line, Esc stops the answer that is being written. */
export function ChatComposer({ answering, canAsk, onAsk, onBusy, onStop }: Props) {
  const { t } = useTranslation("chat");
  const [text, setText] = useState("");
  const question = text.trim();
  const tooLong = question.length > CHAT_QUESTION_CHARS_MAX;
  const isEarly = useRef(false);
  const send = async () => {
    if (question === "" || tooLong) return;
    isEarly.current = canAsk === null;
    if (!canAsk) return;
    if (answering) return onBusy();
    setText("");
    // Refused, for example because the session has ended: the words come back, unless others were written meanwhile.
    if (!(await onAsk(question))) setText((written) => (written === "" ? text : written));
  };
  useEffect(() => {
    if (isEarly.current && canAsk !== null) void send();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && answering) {
      event.preventDefault();
      onStop();
    }
    // While a character is being composed (an accent, an input method), Enter is part of writing it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form className="composer" onSubmit={onSubmit}>
      <label className="sr" htmlFor={CHAT_FIELD_ID}>
        {t("field")}
      </label>
      <textarea
        className="input"
        id={CHAT_FIELD_ID}
        rows={1}
        placeholder={t("placeholder")}
        autoComplete="off"
        value={text}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? "chat-too-long" : "chat-keys"}
        onChange={(event) => {
          isEarly.current = false;
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {answering ? (
        <button className="btn btn--line" type="button" aria-label={t("stop")} onClick={onStop}>
          <Icon name="stop" />
        </button>
      ) : (
        <button className="btn btn--primary" type="submit" aria-label={t("send")} aria-disabled={!canAsk || undefined}>
          <Icon name="arrow-up" />
        </button>
      )}
      <p className="sr" id="chat-keys">
        {t("hint")}
      </p>
      {tooLong && (
        <p className="composer__long note" id="chat-too-long" role="alert">
          {t("refused.tooLong", { count: question.length, max: CHAT_QUESTION_CHARS_MAX })}
        </p>
      )}
    </form>
  );
}
