import { useTranslation } from "#app/i18n/use-translation.ts";
import { HERE_SOURCES, type HereSource } from "#app/domain/here/here.ts";
import type { Capabilities } from "#app/features/here/capture/capabilities.ts";
import { SourceIcon } from "#app/ui/source-icon.tsx";

type Props = {
  name: string;
  source: HereSource;
  firstName: string;
  capabilities: Capabilities;
  onChoose: (source: HereSource) => void;
};

/** This microphone, a tab, or both. A browser without the sound of tabs shows them, and why they cannot be chosen. */
export function SourceChoice({ name, source, firstName, capabilities, onChoose }: Props) {
  const { t } = useTranslation("recordHere");
  const notes = {
    microphone: t("source.microphoneNote"),
    tab: t("source.tabNote"),
    both: firstName === "" ? t("source.bothNoteAlone") : t("source.bothNote", { name: firstName }),
  };
  return (
    <fieldset className="here-choices">
      <legend>{t("source.label")}</legend>
      {HERE_SOURCES.map((each) => (
        <label key={each} className="choice">
          <span className="check">
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === source}
              disabled={each !== "microphone" && !capabilities.tab}
              onChange={() => onChoose(each)}
            />
          </span>
          <span>
            <b>{t(`source.${each}`)}</b>
            <span className="note muted">{notes[each]}</span>
          </span>
          <span className="row" aria-hidden="true">
            {each !== "tab" && <SourceIcon name="microphone" />}
            {each !== "microphone" && <SourceIcon name="tab" />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
