import { useId, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { readTasksToSend, sendTasks } from "#app/contracts/endpoints/connections.ts";
import type { TasksToSend } from "#app/contracts/task-sending.ts";
import { randomId } from "#app/domain/ids.ts";
import { ownEntry } from "#app/domain/own-entry.ts";
import { ownerKey, type TaskKind } from "#app/domain/tasks/task-service.ts";
import { TaskChoices } from "#app/features/minutes/task-choices.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import "#app/features/minutes/send-tasks.css";

export type TaskTarget = { id: string; kind: TaskKind };
type Props = {
  target: TaskTarget;
  meetId: string;
  /** One task of the list; null: those of the meeting. */
  only: string | null;
  first: CallResult<TasksToSend>;
  onSent: () => void;
  onClose: () => void;
};

export function askTasksToSend(target: TaskTarget, meetId: string, place?: string): Promise<CallResult<TasksToSend>> {
  const params = { connection_id: target.id, meetId };
  return callApi(readTasksToSend, { params, ...(place !== undefined && { query: { place } }) });
}

/** Tasks that can be sent: those that are not there and not done, of which the confirmed ones are chosen to begin with. */
function choiceOf({ tasks }: TasksToSend, only: string | null): string[] {
  const free = tasks.filter(({ sent, done }) => (sent === null || sent.state === "gone") && !done);
  return free
    .filter(({ taskId, unconfirmed }) => (only === null ? !unconfirmed : taskId === only))
    .map((task) => task.taskId);
}

type Errors = { place?: string; tasks?: string; form?: string };

/** Asks for the place, the tasks of a meeting and their people at a service. A press sends them once. */
export function SendTasksDialog({ target, meetId, only, first, onSent, onClose }: Props) {
  const { t } = useTranslation("connections");
  const id = useId();
  const kind = t(`kind.${target.kind}`);
  // A press whose answer was lost is repeated.
  const [key] = useState(randomId);
  const [read, setRead] = useState<TasksToSend | null>(first.ok ? first.value : null);
  const [chosen, setChosen] = useState<readonly string[]>(() => (first.ok ? choiceOf(first.value, only) : []));
  const [owners, setOwners] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>(first.ok ? {} : { form: first.message ?? t("taskSending.error.load") });
  const look = async (place?: string) => {
    setBusy(true);
    const answer = await askTasksToSend(target, meetId, place);
    setBusy(false);
    if (!answer.ok) {
      setErrors({ form: answer.message ?? t("taskSending.error.load") });
      return;
    }
    setErrors({});
    setRead(answer.value);
    setOwners({});
    if (read === null) setChosen(choiceOf(answer.value, only));
  };
  const send = async () => {
    if (read === null || isBusy) return;
    const missing: Errors = {
      ...(read.placeId === null && { place: t("taskSending.missing.place") }),
      ...(chosen.length === 0 && { tasks: t("taskSending.missing.tasks") }),
    };
    setErrors(missing);
    if (read.placeId === null || chosen.length === 0) return;
    setBusy(true);
    const body = { key, placeId: read.placeId, taskIds: [...chosen], owners: ownersOf(read, chosen, owners) };
    const params = { connection_id: target.id, meetId };
    const result = await callApi(sendTasks, { params, body, unread: true });
    setBusy(false);
    if (result.ok) onSent();
    else setErrors({ form: result.message ?? t("taskSending.error.send") });
  };
  const canSend = read !== null && read.places.length > 0 && read.tasks.length > 0;
  return (
    <Dialog
      open
      title={t("taskSending.title", { kind })}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <Buttons
          {...{ isBusy, onClose }}
          onAgain={read === null ? () => void look() : null}
          onSend={canSend ? () => void send() : null}
          count={chosen.length}
        />
      }
    >
      <div className="body stack" aria-busy={isBusy}>
        {read !== null && <p className="muted">{t("taskSending.lead", { name: read.name })}</p>}
        {read?.places.length === 0 && <p role="status">{t("taskSending.noPlaces", { kind })}</p>}
        {read !== null && read.places.length > 0 && (
          <Field label={t("taskSending.place")} error={errors.place}>
            {(wiring) => (
              <Select {...wiring} value={read.placeId ?? ""} onChange={({ target: { value } }) => void look(value)}>
                <option value="">{t("taskSending.choose")}</option>
                {read.places.map(({ id: of, name }) => (
                  <option key={of} value={of}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {read !== null && (
          <TaskChoices
            {...{ id, kind, read, chosen, owners }}
            only={only}
            error={errors.tasks}
            onChosen={setChosen}
            onOwner={(name, personId) => setOwners((before) => ({ ...before, [name]: personId }))}
          />
        )}
        {errors.form !== undefined && <FieldError>{errors.form}</FieldError>}
      </div>
    </Dialog>
  );
}

type ButtonsProps = {
  isBusy: boolean;
  count: number;
  onClose: () => void;
  onAgain: (() => void) | null;
  onSend: (() => void) | null;
};

function Buttons({ isBusy, count, onClose, onAgain, onSend }: ButtonsProps) {
  const { t } = useTranslation("connections");
  return (
    <>
      {!isBusy && (
        <Button kind="quiet" large onClick={onClose}>
          {t("taskSending.cancel")}
        </Button>
      )}
      {onAgain !== null && (
        <Button kind="primary" large busy={isBusy} onClick={onAgain}>
          {t("taskSending.again")}
        </Button>
      )}
      {onSend !== null && (
        <Button kind="primary" large busy={isBusy} onClick={onSend}>
          {t("taskSending.send", { count })}
        </Button>
      )}
    </>
  );
}

/** The people of the tasks that are sent: as chosen here, else as remembered, else nobody. None in a place where all tasks are one's own. */
function ownersOf(read: TasksToSend, chosen: readonly string[], changed: Readonly<Record<string, string>>) {
  if (read.people.length === 0) return [];
  const names = new Set(read.tasks.filter(({ taskId }) => chosen.includes(taskId)).map(({ assigned }) => assigned));
  return read.owners
    .filter(({ name }) => [...names].some((each) => each !== null && ownerKey(each) === ownerKey(name)))
    .map(({ name, personId }) => ({ name, personId: (ownEntry(changed, name) ?? personId ?? "") || null }));
}
