import { useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { HereSource } from "#app/domain/here/here.ts";
import type { Preview } from "#app/features/here/dialog/use-preview.ts";
import { LevelMeter } from "#app/features/here/level-meter.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { NoteRoom } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";

/** Which microphone, and its level, before the start. */
export function MicrophoneField({ preview, source }: { preview: Preview; source: HereSource }) {
  const { t } = useTranslation(["recordHere", "common"]);
  const id = useId();
  const choice = useRef<HTMLSelectElement>(null);
  const again = () => {
    // The pressed button goes.
    choice.current?.focus();
    preview.again();
  };
  const { level, problem, isSlow, microphones } = preview;
  if (source === "tab" && problem === null) return <p className="note muted">{t("tabLater")}</p>;
  const words = isSlow ? t("preview.slow") : level === null ? t("preview.opening") : t(`preview.${level.state}`);
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor={id}>{t("microphone")}</label>
        <div className="here-microphone">
          <Select ref={choice} id={id} onChange={(event) => preview.choose(event.currentTarget.value)}>
            {microphones.length === 0 && <option value="default">{t("anyMicrophone")}</option>}
            {microphones.map(({ id: deviceId, label }) => (
              <option key={deviceId} value={deviceId}>
                {label}
              </option>
            ))}
          </Select>
          {(problem !== null || isSlow) && (
            <Button kind="line" large onClick={again}>
              {t("common:action.retry")}
            </Button>
          )}
        </div>
      </div>
      <div className="level">
        <LevelMeter label={t("level.microphone")} level={level?.level ?? 0} state={level?.state ?? null} />
        <NoteRoom small room={[t("problem.refused"), t("problem.none"), t("problem.failed"), t("preview.slow")]}>
          {problem === null ? (
            <span className="muted" role="status">
              {words}
            </span>
          ) : (
            <FieldError>{t(`problem.${problem === "silent-tab" ? "failed" : problem}`)}</FieldError>
          )}
        </NoteRoom>
        {source === "both" && <span className="note muted">{t("tabLater")}</span>}
      </div>
    </div>
  );
}
