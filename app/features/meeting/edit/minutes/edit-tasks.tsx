import { useTranslation } from "#app/i18n/use-translation.ts";
import { SUMMARY_ITEM_CHARS_MAX, SUMMARY_LABEL_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { Line } from "#app/domain/summary/edits/line.ts";
import { isDay } from "#app/domain/time.ts";
import { CompareLine, type FieldProps, WhenOf } from "#app/features/meeting/edit/minutes/line-notes.tsx";
import { GrowingText } from "#app/features/meeting/edit/minutes/growing-text.tsx";
import { LineTools } from "#app/features/meeting/edit/minutes/line-tools.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";

const PEOPLE_ID = "edit-people";

/** §2: Title, Assigned, Deadline. Who spoke is offered for "Assigned"; anybody else may be written. */
export function EditTasks(props: FieldProps) {
  const { t } = useTranslation(["edit", "meeting"]);
  const { speakers } = useMeetingFacts();
  if (props.field.lines.length === 0) return null;
  return (
    <>
      <table className="table minutes-table edit-table">
        <caption className="sr">{t("meeting:tasks.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t("meeting:moment")}</span>
            </th>
            <th scope="col">{t("meeting:tasks.title")}</th>
            <th scope="col">{t("meeting:tasks.assigned")}</th>
            <th scope="col">{t("meeting:tasks.deadline")}</th>
            <th scope="col">
              <span className="sr">{t("edit:tools")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.field.lines.map((line, index) => (
            <EditTask key={line.id} {...props} line={line} number={index + 1} />
          ))}
        </tbody>
      </table>
      <datalist id={PEOPLE_ID}>
        {[...speakers.keys()].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

function EditTask({ field, editing, line, number }: FieldProps & { line: Line; number: number }) {
  const { t } = useTranslation(["edit", "meeting"]);
  const say = (words: Partial<Line>) => editing.say(field.key, line.id, words);
  const label = t("task.title", { number });
  return (
    <tr>
      <td>
        <WhenOf line={line} />
      </td>
      <td>
        <GrowingText
          className={editing.isBoth(line.id) ? "input is-both" : "input"}
          label={label}
          value={line.text}
          charsMax={SUMMARY_ITEM_CHARS_MAX}
          focused={editing.isNew(line.id)}
          onChange={(text) => say({ text })}
          onKeyDown={editing.moveByKey(field.key, line.id)}
        />
        {line.description !== null && (
          <GrowingText
            className="input desc"
            label={t("task.description", { number })}
            value={line.description}
            charsMax={SUMMARY_ITEM_CHARS_MAX}
            onChange={(description) => say({ description })}
          />
        )}
        <CompareLine id={line.id} fieldKey={field.key} editing={editing} />
      </td>
      <td className="who" data-label={t("meeting:tasks.assigned")}>
        <input
          className="input"
          aria-label={t("task.assigned", { number })}
          value={line.assigned ?? ""}
          placeholder={t("meeting:notSaid")}
          maxLength={SUMMARY_LABEL_CHARS_MAX}
          list={PEOPLE_ID}
          onChange={({ target }) => say({ assigned: target.value || null })}
        />
      </td>
      <td className="due" data-label={t("meeting:tasks.deadline")}>
        <Deadline line={line} number={number} say={say} />
      </td>
      <td className="rm">
        <LineTools label={label} fieldKey={field.key} line={line} editing={editing} />
      </td>
    </tr>
  );
}

/** A day from the calendar, or the words in which it was said; a day takes the place of the words. */
function Deadline({ line, number, say }: { line: Line; number: number; say: (words: Partial<Line>) => void }) {
  const { t } = useTranslation(["edit", "meeting"]);
  const { deadline } = line;
  const day = deadline !== null && isDay(deadline) ? deadline : "";
  return (
    <>
      {deadline !== null && day === "" && (
        <input
          className="input"
          aria-label={t("task.said", { number })}
          value={deadline}
          maxLength={SUMMARY_LABEL_CHARS_MAX}
          onChange={({ target }) => say({ deadline: target.value || null })}
        />
      )}
      <input
        className="input"
        type="date"
        aria-label={t("task.deadline", { number })}
        value={day}
        onChange={({ target }) => say({ deadline: target.value || null })}
      />
    </>
  );
}
