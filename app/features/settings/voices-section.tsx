import { useRef, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { changeVoiceMemory, deleteVoice } from "#app/contracts/endpoints/voices.ts";
import type { SavedVoices } from "#app/contracts/voices.ts";
import { VOICE_KEEP_DAYS, VOICE_KEEP_DAYS_FIRST } from "#app/domain/limits/voices.ts";
import { useDaysText } from "#app/features/settings/days-text.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

const FACTS = ["stored", "agreed", "used", "seen", "ends"] as const;

/** Voices that Acta remembers for the person: off until they switch it on. All that is stored, for how long, and its deletion are here. */
export function VoicesSection({ initial }: { initial: SavedVoices }) {
  const { t } = useTranslation(["privacy", "common"]);
  const { keepDays, voices, isBusy, heading, change, remove } = useSavedVoices(initial);
  const [isAsking, setAsking] = useState(false);
  const switchOff = async () => {
    await change(null);
    setAsking(false);
  };
  return (
    <section id="voices" aria-labelledby="voices-heading">
      <h2 id="voices-heading" ref={heading} tabIndex={-1}>
        {t("voices.heading")}
      </h2>
      <div className="rows rows--full">
        <p>{t("voices.lead")}</p>
        <dl className="whats">
          {FACTS.map((fact) => (
            <div key={fact}>
              <dt>{t(`voices.${fact}`)}</dt>
              <dd>{t(`voices.${fact}Text`)}</dd>
            </div>
          ))}
        </dl>
        {keepDays === null && (
          <div>
            <Button large busy={isBusy} onClick={() => void change(VOICE_KEEP_DAYS_FIRST)}>
              {t("voices.on")}
            </Button>
          </div>
        )}
        {keepDays !== null && (
          <>
            <div className="keeps">
              <KeepDays days={keepDays} onChange={(days) => void change(days)} />
            </div>
            <VoiceList voices={voices} onRemove={(voice) => void remove(voice)} />
            <div>
              <Button kind="danger-line" large busy={isBusy} onClick={() => setAsking(true)}>
                {t("voices.off")}
              </Button>
            </div>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          kind="danger"
          texts={{ title: t("voices.offTitle"), confirm: t("voices.off"), cancel: t("common:action.cancel") }}
          busy={isBusy}
          onConfirm={() => void switchOff()}
          onClose={() => setAsking(false)}
        >
          <p>{t("voices.offText", { count: voices.length })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function KeepDays({ days, onChange }: { days: number; onChange: (days: (typeof VOICE_KEEP_DAYS)[number]) => void }) {
  const { t } = useTranslation("privacy");
  const said = useDaysText();
  return (
    <div className="keep">
      <div>
        <label className="strong" htmlFor="voices-keep">
          {t("voices.keep")}
        </label>
        <p className="note muted" id="voices-keep-hint">
          {t("voices.keepHint")}
        </p>
      </div>
      <Select
        id="voices-keep"
        aria-describedby="voices-keep-hint"
        value={String(days)}
        onChange={({ target }) => {
          const chosen = VOICE_KEEP_DAYS.find((each) => String(each) === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {VOICE_KEEP_DAYS.map((each) => (
          <option key={each} value={each}>
            {said(each)}
          </option>
        ))}
      </Select>
    </div>
  );
}

type Voice = SavedVoices["voices"][number];

function VoiceList({ voices, onRemove }: { voices: readonly Voice[]; onRemove: (voice: Voice) => void }) {
  const { t } = useTranslation("privacy");
  if (voices.length === 0) return <p className="note muted">{t("voices.none")}</p>;
  return (
    <ul className="saved-voices" aria-label={t("voices.list")}>
      {voices.map((voice) => (
        <li key={voice.id} className="row between">
          <div className="saved-voices__one">
            <p className="strong">{voice.name}</p>
            <p className="note muted">
              {t("voices.agreedOn")} <LocalTime at={voice.agreedAt} format="date" />
              {" · "}
              {t("voices.until")} <LocalTime at={voice.expiresAt} format="date" />
            </p>
          </div>
          <Button
            kind="quiet"
            icon
            aria-label={t("voices.remove", { name: voice.name })}
            title={t("voices.remove", { name: voice.name })}
            onClick={() => onRemove(voice)}
          >
            <Icon name="trash" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The answer of each change is the whole list, so that another tab's changes show too. */
function useSavedVoices(initial: SavedVoices) {
  const { t } = useTranslation("privacy");
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [saved, setSaved] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: Promise<CallResult<SavedVoices>>, done: string) => {
    setBusy(true);
    const result = await work;
    setBusy(false);
    if (result.ok) {
      setSaved(result.value);
      toast("done", done);
    } else if (result.kind !== "signed-out") toast("error", result.message ?? t("keep.failed"));
    return result.ok;
  };
  return {
    ...saved,
    isBusy,
    heading,
    change: async (keepDays: (typeof VOICE_KEEP_DAYS)[number] | null) => {
      const wasOn = saved.keepDays !== null;
      const text = keepDays === null ? "voices.offDone" : wasOn ? "keep.saved" : "voices.onDone";
      const isDone = await run(callApi(changeVoiceMemory, { body: { keepDays } }), t(text));
      // The button that had the focus is gone.
      if (isDone && wasOn !== (keepDays !== null)) heading.current?.focus();
    },
    remove: async ({ id, name }: Voice) => {
      const isDone = await run(callApi(deleteVoice, { params: { voiceId: id } }), t("voices.removed", { name }));
      if (isDone) heading.current?.focus();
    },
  };
}
