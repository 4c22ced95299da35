import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { assignSegments, readSpeakers } from "#app/contracts/endpoints/edits.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { randomId } from "#app/domain/ids.ts";
import { SPEAKER_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import type { EditPartProps } from "#app/features/meeting/edit/use-edit-room.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** A speaker of the meeting by name; somebody who is not among them yet; or whoever was recognised. */
type Choice = { type: "known"; name: string } | { type: "new" } | { type: "recognised" } | null;

/**
 * Gives lines of the transcript (`subject`: their ids, with spaces between) to another speaker; where speakers are told apart by their voices,
 * with the lines that sound like them if a person wants that.
 */
export function AssignDialog({ view, subject, onDone }: EditPartProps) {
  const { t } = useTranslation(["edit", "common"]);
  const segmentIds = (subject ?? "").split(" ").filter((id) => id !== "");
  const [choice, choose] = useState<Choice>(null);
  const [name, setName] = useState("");
  const hasVoices = useHasVoices(view.head.meetId);
  const [isAlike, setAlike] = useState(false);
  const { busy, problem, save } = useAssign(view.head.meetId, segmentIds, onDone);
  const speaker = choice?.type === "known" ? choice.name : choice?.type === "new" ? cleanName(name) : null;
  const withAlike = isAlike && choice !== null && choice.type !== "recognised";
  // The person who is split off may have no name yet.
  const isReady = choice !== null && (choice.type === "recognised" || (speaker ?? "") !== "" || withAlike);
  return (
    <FormDialog
      small
      texts={{ title: t("assign.title"), confirm: t("save"), cancel: t("common:action.cancel") }}
      busy={busy}
      disabled={!isReady}
      onSubmit={() => void save(speaker === "" ? null : speaker, withAlike)}
      onClose={onDone}
    >
      <p>{t("assign.lines", { count: segmentIds.length })}</p>
      <Speakers choice={choice} choose={choose} />
      {choice?.type === "new" && (
        <Field label={t("assign.name")} hint={withAlike ? t("assign.noName") : undefined}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              value={name}
              maxLength={SPEAKER_CHARS_MAX}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      )}
      {hasVoices && choice !== null && choice.type !== "recognised" && (
        <Checkbox checked={isAlike} onChange={() => setAlike(!isAlike)} label={t("assign.alike")} />
      )}
      {problem !== null && (
        <p className="error error--world" role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
    </FormDialog>
  );
}

function Speakers({ choice, choose }: { choice: Choice; choose: (choice: Choice) => void }) {
  const { t } = useTranslation("edit");
  const { speakers } = useMeetingFacts();
  return (
    <fieldset className="stack">
      <legend className="shown">{t("assign.who")}</legend>
      {[...speakers.keys()].map((name) => (
        <Checkbox
          key={name}
          type="radio"
          name="speaker"
          checked={choice?.type === "known" && choice.name === name}
          onChange={() => choose({ type: "known", name })}
          label={name}
        />
      ))}
      <Checkbox
        type="radio"
        name="speaker"
        checked={choice?.type === "new"}
        onChange={() => choose({ type: "new" })}
        label={t("assign.other")}
      />
      <Checkbox
        type="radio"
        name="speaker"
        checked={choice?.type === "recognised"}
        onChange={() => choose({ type: "recognised" })}
        label={t("assign.recognised")}
      />
    </fieldset>
  );
}

/** Whether the speakers were told apart by their voices. */
function useHasVoices(meetId: string): boolean {
  const [hasVoices, setVoices] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const end = await callApi(readSpeakers, { params: { meetId } });
      if (!isGone) setVoices(end.ok && end.value.voices !== undefined);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [meetId]);
  return hasVoices;
}

function useAssign(meetId: string, segmentIds: string[], onDone: () => void) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (body: BodyOf<typeof assignSegments>) => saveEdit(assignSegments, { params: { meetId }, body });
  /** `split`: the id of the save that took other lines along. */
  const restore = async (split: string | null) => {
    const saveId = randomId();
    const end = await send(split === null ? { saveId, segmentIds, speaker: null } : { saveId, undo: split });
    toast(end.ok ? "done" : "error", end.ok ? t("assign.restored") : (end.message ?? t("common:error.connection")));
  };
  const save = async (speaker: string | null, alike: boolean) => {
    setBusy(true);
    setProblem(null);
    const saveId = randomId();
    const end = await send({ saveId, segmentIds, speaker, alike });
    setBusy(false);
    if (!end.ok) return setProblem(end.message ?? t("common:error.connection"));
    if (speaker === null && !alike) toast("done", t("assign.restored"));
    else {
      const said = speaker === null ? t("assign.split") : t("assign.saved", { name: speaker });
      const run = () => void restore(alike ? saveId : null);
      toast("done", said, { label: t(alike ? "assign.undo" : "assign.restore"), run });
    }
    onDone();
  };
  return { busy, problem, save };
}
