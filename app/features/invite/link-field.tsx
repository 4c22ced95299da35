import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";
import { type LinkRules, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";
import { FieldError } from "#app/ui/field.tsx";

type LinkFieldProps = {
  field: { id: string; name: string };
  links: LinkRules;
  /** The initial text. */
  defaultValue: string;
  /** A submit was tried: from then on an empty field is an error, too. */
  isAsked: boolean;
  /** The first name of the person for whom the bot joins. */
  firstName: string;
};

/** §5: names the platform as soon as the link is valid; otherwise shows an error with the links that are accepted. */
export function LinkField({ field, links, defaultValue, isAsked, firstName }: LinkFieldProps) {
  const { t } = useTranslation(["invite", "call"]);
  const [text, setText] = useState(defaultValue);
  const [wasLeft, setLeft] = useState(defaultValue !== "");
  const read = readMeetingLink(text, links);
  // No error is shown while the user types; a pasted link is checked at once.
  const isWrong = !read.ok && (text.trim() === "" ? isAsked : wasLeft || isAsked);
  const errorId = `${field.id}-error`;
  const hintId = `${field.id}-hint`;
  return (
    <div className="field full">
      <label htmlFor={field.id}>{t("link")}</label>
      <input
        className="input"
        id={field.id}
        name={field.name}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MEETING_LINK_CHARS_MAX}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={() => setLeft(true)}
        onBlur={() => {
          setLeft(text.trim() !== "");
          if (read.ok) setText(withScheme(text));
        }}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${errorId} ${hintId}` : hintId}
      />
      {isWrong && (
        <FieldError id={errorId}>
          <span className="cap">{t("invalidUrl")}</span>
        </FieldError>
      )}
      <p className="hint" id={hintId}>
        {hint()}
      </p>
    </div>
  );

  function hint(): string {
    if (read.ok) {
      const name = firstName === "" ? t("botAlone") : t("bot", { name: firstName });
      return t("named", { platform: t(`call:platform.${read.value.platform}`), bot: name });
    }
    if (isWrong && read.reason === "personal-room") return t("personalRoom");
    if (isWrong && read.reason === "two-links") return t("twoLinks");
    return isWrong ? t("whatFits") : t("whatFitsShort");
  }
}
