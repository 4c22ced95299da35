import { type ComponentType, type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { SpeakersAnswer, VoicesAnswer } from "#app/contracts/meeting/edit-answers.ts";
import { isSpeakerLabel } from "#app/domain/transcript/speaker-label.ts";
import { nameSpeakers, readSpeakers } from "#app/contracts/endpoints/edits.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { randomId } from "#app/domain/ids.ts";
import { SPEAKER_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { formatMoment } from "#app/domain/time.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import { PeopleCount } from "#app/features/meeting/edit/transcript/people-count.tsx";
import { RememberVoice, saveVoices, withLabel } from "#app/features/meeting/edit/transcript/remember-voice.tsx";
import { VoiceButton } from "#app/features/meeting/edit/transcript/voice-button.tsx";
import type { EditPartProps } from "#app/features/meeting/edit/use-edit-room.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** Loads the speakers, then returns the dialog. */
export async function openSpeakers(meetId: string): Promise<ComponentType<EditPartProps>> {
  const first = await loadSpeakers(meetId);
  return (props) => <SpeakersDialog {...props} first={first} />;
}

/** Names each speaker label of the recording, for the whole meeting. Two labels with the same name count as one person until renamed. */
function SpeakersDialog({ view, subject, onDone, first }: EditPartProps & { first: Named | "failed" }) {
  const { t } = useTranslation(["edit", "common"]);
  const formId = useId();
  const { loaded, setLoaded, problem, busy, save } = useSpeakers(view.head.meetId, first, onDone);
  const ready = typeof loaded === "object" ? loaded : null;
  return (
    <Dialog
      open
      title={t("speakers.title")}
      onClose={onDone}
      footer={
        <>
          <Button kind="quiet" large onClick={onDone}>
            {t("common:action.cancel")}
          </Button>
          <Button kind="primary" large type="submit" form={formId} busy={busy} disabled={!ready}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        className="body"
        id={formId}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (ready && !busy) void save(ready);
        }}
      >
        <p>{t("speakers.intro")}</p>
        {loaded === "failed" && (
          <p className="error error--world" role="alert">
            <Icon name="alert" />
            {t("versions.failed")}
          </p>
        )}
        {ready?.voices && (
          <PeopleCount
            meetId={view.head.meetId}
            voices={ready.voices}
            onCounted={async () => setLoaded(await loadSpeakers(view.head.meetId))}
          />
        )}
        {ready && (
          <SpeakerFields {...ready} subject={subject} onChange={(change) => setLoaded({ ...ready, ...change })} />
        )}
        {problem !== null && (
          <p className="error error--world" role="alert">
            <Icon name="alert" />
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}

type FieldsProps = Named & {
  subject: string | null;
  onChange: (change: Partial<Pick<Named, "names" | "remembered">>) => void;
};

function SpeakerFields({ subject, onChange, ...named }: FieldsProps) {
  const { speakers, names, invited, heard, remembers, remembered } = named;
  const { t } = useTranslation("edit");
  const listId = useId();
  const { playable } = useMeetingFacts();
  const shownAs = (index: number) => (names[index] ?? "").trim() || (speakers[index]?.label ?? "");
  // The consent was that of somebody with the earlier name.
  const setName = (index: number, name: string) =>
    onChange({
      names: names.map((one, at) => (at === index ? name : one)),
      remembered: withLabel(remembered, speakers[index]?.label ?? "", false),
    });
  // The people of the invitation, and those who have names here: the same name twice is one person.
  const offered = new Set([...invited, ...speakers.map(({ label, name }) => name ?? label)]);
  return (
    <div className="stack">
      <datalist id={listId}>
        {[...offered].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {speakers.map(({ label, name, sample }, index) => {
        const suggested = names[index] === "" ? heard.find((one) => one.label === label) : undefined;
        const others = speakers.filter((_, at) => at !== index && shownAs(at) === shownAs(index));
        return (
          <Field
            key={label}
            label={t("speakers.label", { label })}
            hint={
              others.length > 0
                ? t("speakers.shared", { labels: [label, ...others.map((other) => other.label)].join(", ") })
                : suggested && <HeardName {...suggested} onYes={() => setName(index, suggested.name)} />
            }
          >
            {(wiring) => (
              <>
                <div className="row">
                  <input
                    {...wiring}
                    className="input grow"
                    value={names[index] ?? ""}
                    placeholder={label}
                    maxLength={SPEAKER_CHARS_MAX}
                    list={listId}
                    // Focuses the requested speaker; the dialog would focus its close button. What is typed replaces the name.
                    ref={(input) => {
                      if (input && !input.dataset.seen && subject === (name ?? label)) input.select();
                      if (input) input.dataset.seen = "yes";
                    }}
                    onChange={({ target }) => setName(index, target.value)}
                  />
                  {playable && sample && <VoiceButton name={name ?? label} sample={sample} />}
                </div>
                {remembers?.labels.includes(label) && !isSpeakerLabel(shownAs(index)) && (
                  <RememberVoice
                    name={cleanName(shownAs(index))}
                    keepDays={remembers.keepDays}
                    isSaved={remembers.saved.includes(cleanName(shownAs(index)))}
                    checked={remembered.has(label)}
                    onChange={(isChecked) => onChange({ remembered: withLabel(remembered, label, isChecked) })}
                  />
                )}
              </>
            )}
          </Field>
        );
      })}
    </div>
  );
}

/** A name that was heard, as a question: it is in the field once a person says yes, and theirs once they save. */
function HeardName({ name, atMs, how, onYes }: Named["heard"][number] & { onYes: () => void }) {
  const { t } = useTranslation("edit");
  return (
    <span className="row">
      <span className="grow">{t(`speakers.heard.${how}`, { name, time: formatMoment(atMs) })}</span>
      <Button kind="quiet" aria-label={t("speakers.heard.yesName", { name })} onClick={onYes}>
        {t("speakers.heard.yes")}
      </Button>
    </span>
  );
}

/** The speaker labels of the recording, and the name in the field of each: the current one, or nothing where there is none. */
type Named = {
  speakers: SpeakersAnswer["speakers"];
  names: string[];
  voices: VoicesAnswer | null;
  invited: string[];
  heard: NonNullable<SpeakersAnswer["heard"]>;
  remembers: SpeakersAnswer["remembers"];
  /** Labels whose voice is saved with the names. */
  remembered: ReadonlySet<string>;
};

/** The speakers as stored (`first`) and as edited. Saving a name that another person has changed meanwhile loads their names. */
function useSpeakers(meetId: string, first: Named | "failed", onDone: () => void) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const [loaded, setLoaded] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async ({ speakers, names, remembered }: Named) => {
    const changed = speakers
      .map(({ label, name }, index) => ({ label, before: name, name: nameIn(names[index], label) }))
      .filter(({ before, name }) => before !== name);
    if (changed.length === 0 && remembered.size === 0) return onDone();
    setBusy(true);
    setProblem(null);
    const body = { saveId: randomId(), names: changed };
    const end = changed.length === 0 ? SAVED : await saveEdit(nameSpeakers, { params: { meetId }, body });
    if (end.ok) {
      const areSaved = await saveVoices(
        meetId,
        speakers.flatMap(({ label }, index) =>
          remembered.has(label) ? [{ label, name: nameIn(names[index], label) ?? label }] : [],
        ),
      );
      toast(areSaved ? "done" : "error", t(areSaved ? "speakers.saved" : "speakers.remember.failed"));
      return onDone();
    }
    setBusy(false);
    const isMeanwhile = end.code === "edited-meanwhile";
    if (isMeanwhile) setLoaded(await loadSpeakers(meetId));
    setProblem(isMeanwhile ? t("speakers.meanwhile") : (end.message ?? t("common:error.connection")));
  };
  return { loaded, setLoaded, problem, busy, save };
}

const SAVED = { ok: true } as const;

/** Null for the label itself. */
function nameIn(text = "", label: string): string | null {
  const name = cleanName(text);
  return name === "" || name === label ? null : name;
}

async function loadSpeakers(meetId: string): Promise<Named | "failed"> {
  const end = await callApi(readSpeakers, { params: { meetId }, timeoutMs: ANSWER_MS_MAX });
  if (!end.ok) return "failed";
  const { speakers, voices = null, invited = [], heard = [], remembers } = end.value;
  const names = speakers.map(({ name }) => name ?? "");
  return { speakers, names, voices, invited, heard, remembers, remembered: new Set() };
}
