import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callMeeting } from "#app/features/meeting/edit/edit-calls.ts";
import { useEditDoor } from "#app/features/meeting/edit/edit-door.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { id: string | undefined; text: string; done: boolean };

/** Ticks a task off where it stands, without editing; for whoever only reads it says that it is done. */
export function TaskTick({ id, text, done }: Props) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const door = useEditDoor();
  // What was asked for, until the meeting's own answer says the same.
  const [asked, setAsked] = useState<boolean | null>(null);
  if (!door || id === undefined) {
    return done ? (
      <>
        <Icon name="check" />
        <span className="sr">{t("task.tick")}</span>
      </>
    ) : null;
  }
  const tick = async (wanted: boolean) => {
    setAsked(wanted);
    const end = await callMeeting(door.meetId, "tasks", { taskId: id, done: wanted });
    if (end.ok) return;
    setAsked(null);
    toast("error", end.message ?? t("common:error.connection"));
  };
  if (asked === done) setAsked(null);
  return (
    <span className="check">
      <input
        type="checkbox"
        aria-label={t("task.done", { task: text })}
        checked={asked ?? done}
        onChange={({ target }) => void tick(target.checked)}
      />
    </span>
  );
}
