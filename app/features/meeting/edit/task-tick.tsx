import { useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { id: string | undefined; text: string; done: boolean };

/** Marks a task as done in place, without an edit. Viewers who may only read see that it is done. */
export function TaskTick({ id, text, done }: Props) {
  const { t } = useTranslation("editActions");
  const actions = useEditActions();
  if (actions && id !== undefined) return <Tick meetId={actions.meetId} id={id} text={text} done={done} />;
  return done ? (
    <>
      <Icon name="check" />
      <span className="sr">{t("task.tick")}</span>
    </>
  ) : null;
}

function Tick({ meetId, id, text, done }: { meetId: string; id: string; text: string; done: boolean }) {
  const { t } = useTranslation(["editActions", "common"]);
  const toast = useToast();
  // The requested value, until the meeting's data has the same value.
  const [asked, setAsked] = useState<boolean | null>(null);
  if (asked === done) setAsked(null);
  // Ticks are sent one after another, so that the last one stays.
  const sending = useRef(Promise.resolve());
  const tick = (wanted: boolean) => {
    setAsked(wanted);
    const before = sending.current;
    const next = async () => {
      await before;
      const message = await send(meetId, id, wanted);
      if (message === "sent") return;
      setAsked(null);
      toast("error", message ?? t("common:error.connection"));
    };
    sending.current = next();
  };
  return (
    <span className="check">
      <input
        type="checkbox"
        aria-label={t("task.done", { task: text })}
        checked={asked ?? done}
        onChange={({ target }) => tick(target.checked)}
      />
    </span>
  );
}

const calls = lazy(async () => {
  const [{ saveEdit }, { tickTask }] = await Promise.all([
    import("#app/features/meeting/edit/edit-calls.ts"),
    import("#app/contracts/endpoints/edits.ts"),
  ]);
  return { saveEdit, tickTask };
});

/** "sent", or the server's text; null when no answer came. The code of the calls is loaded with the first tick. */
async function send(meetId: string, taskId: string, done: boolean): Promise<string | null> {
  try {
    const { saveEdit, tickTask } = await calls.load();
    const end = await saveEdit(tickTask, { params: { meetId }, body: { taskId, done } });
    return end.ok ? "sent" : end.message;
  } catch {
    return null;
  }
}
