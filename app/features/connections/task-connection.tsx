import type { ShownConnection } from "#app/contracts/connections.ts";
import { taskSettings } from "#app/contracts/task-sending.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = { connection: ShownConnection; onClose: () => void; onDisconnect: () => void };

/** The place and the people of a service of tasks, as Acta remembers them. They are chosen and changed where tasks are sent. */
export function TaskConnection({ connection, onClose, onDisconnect }: Props) {
  const { t } = useTranslation("connections");
  const kind = t(`kind.${connection.kind}`);
  const read = taskSettings.safeParse(connection.settings).data;
  const people = Object.entries(read?.people ?? {});
  return (
    <Dialog
      open
      small
      title={t("settingsOf", { kind, name: connection.name })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" large className="danger" onClick={onDisconnect}>
            {t("disconnect")}
          </Button>
          <Button kind="primary" large onClick={onClose}>
            {t("taskSending.settings.close")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p>{t("taskSending.settings.lead")}</p>
        {read?.place && <p>{t("taskSending.settings.place", { name: read.place.name })}</p>}
        <div>
          <h3 className="label">{t("taskSending.settings.people")}</h3>
          {people.length === 0 ? (
            <p className="muted">{t("taskSending.settings.peopleNone")}</p>
          ) : (
            <ul className="plain">
              {people.map(([name, person]) => (
                <li key={name}>
                  {name}: {person?.name ?? t("taskSending.settings.nobody")}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Dialog>
  );
}
