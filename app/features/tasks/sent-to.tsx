import { type ComponentType, type ReactNode, useState } from "react";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { TASK_NAMES } from "#app/domain/tasks/task-service.ts";
import type { ListedTask, TaskRow } from "#app/features/tasks/task-rows.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useToast } from "#app/ui/toast.tsx";

const sendTasks = lazy(async () => import("#app/features/minutes/send-tasks-dialog.tsx"), ["connections"]);

type Destination = NonNullable<TaskList["destinations"]>[number];

/** `dialog` stands once on the page, outside of the list, which may be drawn anew meanwhile. */
export type Sending = {
  destinations: readonly Destination[];
  awaited: string | null;
  open: (task: ListedTask, to: Destination) => void;
  dialog: ReactNode;
};

type DialogProps = { onSent: () => void; onClose: () => void };

/** Services to which tasks of this page can be sent, and the dialog that does it. */
export function useSending(destinations: readonly Destination[]): Sending {
  const { t } = useTranslation("tasks");
  const toast = useToast();
  const { awaited, run } = useLazyActions<string>();
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null);
  const open = ({ meetId, taskId }: ListedTask, to: Destination) =>
    run(`${to.id} ${meetId} ${taskId}`, async () => {
      const { askTasksToSend, SendTasksDialog } = await sendTasks.load();
      const first = await askTasksToSend(to, meetId);
      setDialog(() => (props: DialogProps) => (
        <SendTasksDialog {...props} target={to} meetId={meetId} only={taskId} first={first} />
      ));
    });
  const close = () => setDialog(null);
  const dialog = Dialog !== null && (
    <Dialog
      onClose={close}
      onSent={() => {
        close();
        toast("done", t("sending.onTheWay"));
      }}
    />
  );
  return { destinations, awaited, open, dialog };
}

/** Links to a task at other services, and the way to send it. Only whoever made its meeting can. */
export function SentTo({ row: { task, done }, sending }: { row: TaskRow; sending: Sending }) {
  const { t } = useTranslation("tasks");
  if (task.isShared) return null;
  const { meetId, taskId, text, sent = [] } = task;
  const there = new Set(sent.filter(({ state }) => state !== "gone").map(({ connectionId }) => connectionId));
  return (
    <>
      {sent.map(({ connectionId, kind, state, url }) => {
        const words = t(`sending.state.${state}`, { kind: TASK_NAMES[kind] });
        if (url === null) return <span key={connectionId}>{words}</span>;
        return (
          <a key={connectionId} href={url} target="_blank" rel="noreferrer" aria-label={`${text}: ${words}`}>
            {words}
          </a>
        );
      })}
      {!done &&
        sending.destinations
          .filter(({ id }) => !there.has(id))
          .map((to) => {
            const kind = TASK_NAMES[to.kind];
            return (
              <button
                key={to.id}
                className="task__undo"
                type="button"
                aria-busy={sending.awaited === `${to.id} ${meetId} ${taskId}`}
                aria-label={t("sending.buttonOne", { task: text, kind })}
                onClick={() => sending.open(task, to)}
              >
                {t("sending.button", { kind })}
              </button>
            );
          })}
    </>
  );
}
