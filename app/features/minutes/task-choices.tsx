import type { TasksToSend } from "#app/contracts/task-sending.ts";
import { ownerKey } from "#app/domain/tasks/task-service.ts";
import { formatDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { ownEntry } from "#app/domain/own-entry.ts";

type Props = {
  id: string;
  /** The service's name. */
  kind: string;
  read: TasksToSend;
  only: string | null;
  chosen: readonly string[];
  /** People that were chosen in this dialog, by the names of the minutes; empty: nobody. */
  owners: Readonly<Record<string, string>>;
  error: string | undefined;
  onChosen: (chosen: string[]) => void;
  onOwner: (name: string, personId: string) => void;
};

/** The tasks of a meeting as choices, those that are at the service as links, and the people of those that are chosen. */
export function TaskChoices({ id, kind, read, only, chosen, owners, error, onChosen, onOwner }: Props) {
  const { t } = useTranslation("connections");
  const shown = read.tasks.filter(({ taskId, done, sent }) =>
    only === null ? !done || sent !== null : taskId === only,
  );
  if (shown.length === 0) return <p role="status">{t("taskSending.none")}</p>;
  const toggle = (taskId: string, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, taskId] : chosen.filter((each) => each !== taskId));
  const meant = new Set(
    read.tasks.flatMap(({ taskId, assigned }) => (assigned && chosen.includes(taskId) ? [ownerKey(assigned)] : [])),
  );
  const people = read.owners.filter(({ name }) => meant.has(ownerKey(name)));
  return (
    <>
      <fieldset className="send-tasks" aria-describedby={error === undefined ? undefined : `${id}-tasks`}>
        <legend className="label">{t("taskSending.tasks")}</legend>
        {shown.map((task) => (
          <TaskChoice
            key={task.taskId}
            task={task}
            kind={kind}
            isChosen={chosen.includes(task.taskId)}
            onToggle={toggle}
          />
        ))}
        {error !== undefined && <FieldError id={`${id}-tasks`}>{error}</FieldError>}
      </fieldset>
      {read.placeId !== null && read.people.length > 0 && people.length > 0 && (
        <fieldset className="send-tasks" aria-describedby={`${id}-who`}>
          <legend className="label">{t("taskSending.who", { kind })}</legend>
          {people.map(({ name, personId }) => (
            <Field key={name} label={name}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={ownEntry(owners, name) ?? personId ?? ""}
                  onChange={({ target }) => onOwner(name, target.value)}
                >
                  <option value="">{t("taskSending.nobody")}</option>
                  {read.people.map((person) => (
                    <option key={person.id} value={person.id}>
                      {person.name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
          <p className="hint" id={`${id}-who`}>
            {t("taskSending.whoHint")}
          </p>
        </fieldset>
      )}
    </>
  );
}

type ChoiceProps = {
  task: TasksToSend["tasks"][number];
  kind: string;
  isChosen: boolean;
  onToggle: (taskId: string, isChosen: boolean) => void;
};

function TaskChoice({ task, kind, isChosen, onToggle }: ChoiceProps) {
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const { taskId, text, assigned, dueDay, deadline, unconfirmed, done, sent } = task;
  const due =
    dueDay === null ? deadline : t("taskSending.due", { date: formatDate(Date.parse(dueDay), locale, "UTC") });
  const facts = [
    ...(assigned ? [t("taskSending.owner", { name: assigned })] : []),
    ...(due ? [due] : []),
    ...(unconfirmed ? [t("taskSending.unconfirmed")] : []),
  ].join(" · ");
  const words = (
    <>
      {text}
      {facts !== "" && <span className="send-tasks__facts">{facts}</span>}
    </>
  );
  const state = sent === null ? null : t(`taskSending.state.${sent.state}`, { kind });
  if (sent !== null && sent.state !== "gone") {
    return (
      <p className="send-tasks__sent">
        {words}
        <span className="send-tasks__facts">
          {sent.url === null ? (
            state
          ) : (
            <a
              href={sent.url}
              target="_blank"
              rel="noreferrer"
              aria-label={t("taskSending.openOne", { task: text, state })}
            >
              {state}
            </a>
          )}
        </span>
      </p>
    );
  }
  return (
    <Checkbox
      checked={isChosen}
      disabled={done}
      onChange={({ target }) => onToggle(taskId, target.checked)}
      label={
        <>
          {words}
          {state !== null && <span className="send-tasks__facts">{state}</span>}
        </>
      }
    />
  );
}
