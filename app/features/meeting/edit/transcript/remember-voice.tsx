import { useId } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { saveVoice } from "#app/contracts/endpoints/voices.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";

type RememberProps = {
  name: string;
  keepDays: number;
  /** A voice with this name is saved already. */
  isSaved: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Says that the speaker has agreed; their voice is saved with the names. Never checked by itself. */
export function RememberVoice({ name, keepDays, isSaved, checked, onChange }: RememberProps) {
  const { t } = useTranslation("edit");
  const noteId = useId();
  return (
    <>
      <Checkbox
        checked={checked}
        aria-describedby={checked || isSaved ? noteId : undefined}
        onChange={({ target }) => onChange(target.checked)}
        label={t("speakers.remember.save", { name })}
      />
      {!checked && isSaved && (
        <p className="hint" id={noteId}>
          {t("speakers.remember.again", { name })}
        </p>
      )}
      {checked && (
        <p className="hint" id={noteId}>
          {t("speakers.remember.note", { name, days: keepDays })}{" "}
          <a href="/settings/privacy#voices" target="_blank" rel="noreferrer">
            {t("speakers.remember.settings")}
          </a>
        </p>
      )}
    </>
  );
}

/** One after the other, after the names: a voice has the name that its speaker has then. */
export async function saveVoices(
  meetId: string,
  speakers: readonly { label: string; name: string }[],
): Promise<boolean> {
  let areSaved = true;
  for (const speaker of speakers) {
    const end = await callApi(saveVoice, { body: { meetId, ...speaker, agreed: true }, timeoutMs: ANSWER_MS_MAX });
    areSaved &&= end.ok;
  }
  return areSaved;
}

export function withLabel(labels: ReadonlySet<string>, label: string, isIn: boolean): ReadonlySet<string> {
  const others = [...labels].filter((one) => one !== label);
  return new Set(isIn ? [...others, label] : others);
}
