import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { ShownConnection } from "#app/contracts/connections.ts";
import { pathOf } from "#app/contracts/endpoint.ts";
import { connectAccount, disconnectAccount, listConnections } from "#app/contracts/endpoints/connections.ts";
import { CONNECT_RESULTS } from "#app/domain/deliveries/connect-result.ts";
import { isCrmKind } from "#app/domain/deliveries/crm-kind.ts";
import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import { isTaskKind } from "#app/domain/tasks/task-service.ts";
import { placeOf } from "#app/features/connections/chosen-settings.ts";
import { ConnectionForm } from "#app/features/connections/connection-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Listed = { connections: readonly ShownConnection[]; available: readonly ConnectionKind[] };

/** Accounts to which minutes go: connected, changed, and disconnected. */
export function ConnectionsSection({ initial }: { initial: Listed }) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const [{ connections, available }, setListed] = useState(initial);
  const [open, setOpen] = useState<ShownConnection | null>(null);
  useResultToast();
  const readAgain = async () => {
    const read = await callApi(listConnections, { unasked: true });
    if (read.ok) setListed(read.value);
  };
  const close = async (said?: string) => {
    setOpen(null);
    if (said === undefined) return;
    toast("done", said);
    await readAgain();
  };
  const disconnect = async ({ id, kind }: ShownConnection) => {
    const result = await callApi(disconnectAccount, { params: { connection_id: id }, unread: true });
    if (result.ok) await close(t("disconnected", { kind: t(`kind.${kind}`) }));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.disconnect"));
  };
  const free = available.filter((kind) => connections.every((connection) => connection.kind !== kind));
  return (
    <section id="apps" aria-labelledby="apps-heading">
      <h2 id="apps-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">
          {t("lead")} <Link to="/settings/sent">{t("sentLink")}</Link>
        </p>
        {available.length === 0 && connections.length === 0 && <p className="note muted">{t("notConfigured")}</p>}
        {(connections.length > 0 || free.length > 0) && (
          <ul className="entries" aria-labelledby="apps-heading">
            {connections.map((connection) => (
              <ConnectedRow key={connection.id} connection={connection} onChange={() => setOpen(connection)} />
            ))}
            {free.map((kind) => (
              <FreeRow key={kind} kind={kind} />
            ))}
          </ul>
        )}
      </div>
      {open !== null && (
        <ConnectionForm
          connection={open}
          onClose={() => void close()}
          onSaved={() => void close(t("saved"))}
          onDisconnect={() => disconnect(open)}
        />
      )}
    </section>
  );
}

function ConnectedRow({ connection, onChange }: { connection: ShownConnection; onChange: () => void }) {
  const { t } = useTranslation("connections");
  const kind = t(`kind.${connection.kind}`);
  const isBroken = connection.brokenAt !== null;
  return (
    <li className="entry entry--app">
      <Glyph kind={connection.kind} />
      <div>
        <p className="strong">{kind}</p>
        <p className="note muted">
          {connection.name}. {isBroken ? t("stoppedWhy", { kind }) : <About connection={connection} />}
        </p>
      </div>
      <div className="app-acts">
        <Badge kind={isBroken ? "rejected" : "done"}>{t(isBroken ? "stopped" : "connected")}</Badge>
        {isBroken && <ConnectForm kind={connection.kind} text="again" />}
        <Button aria-label={t("changeOne", { kind })} onClick={onChange}>
          {t("change")}
        </Button>
      </div>
    </li>
  );
}

/** The place to which minutes go, as far as the person has chosen one. */
function About({ connection }: { connection: ShownConnection }) {
  const { t } = useTranslation("connections");
  const { kind } = connection;
  if (kind === "slack" || kind === "notion") return <PlaceNote connection={connection} kind={kind} />;
  return <>{t(aboutOf(kind))}</>;
}

function aboutOf(kind: ConnectionKind) {
  if (isCrmKind(kind)) return "about.crm" as const;
  return isTaskKind(kind) ? ("about.tasks" as const) : (`about.${kind}` as const);
}

function FreeRow({ kind }: { kind: ConnectionKind }) {
  const { t } = useTranslation("connections");
  return (
    <li className="entry entry--app">
      <Glyph kind={kind} />
      <div>
        <p className="strong">{t(`kind.${kind}`)}</p>
        <p className="note muted">
          {t("notConnected")} {t(aboutOf(kind))}
        </p>
      </div>
      <div className="app-acts">
        <ConnectForm kind={kind} text="connect" />
      </div>
    </li>
  );
}

function Glyph({ kind }: { kind: ConnectionKind }) {
  const { t } = useTranslation("connections");
  return (
    <span className="glyph" aria-hidden="true">
      {t(`kind.${kind}`).charAt(0)}
    </span>
  );
}

/** A plain form: consent is a whole navigation, and works without JavaScript. */
function ConnectForm({ kind, text }: { kind: ConnectionKind; text: "connect" | "again" }) {
  const { t } = useTranslation("connections");
  return (
    <form method="post" action={pathOf(connectAccount, { kind })}>
      <input type="hidden" name="returnTo" value="/settings/integrations#apps" />
      <Button type="submit" aria-label={t(text === "connect" ? "connectOne" : "againOne", { kind: t(`kind.${kind}`) })}>
        {t(text)}
      </Button>
    </form>
  );
}

/** Says the end of a consent, once: the address loses it. */
function useResultToast() {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const result = CONNECT_RESULTS.find((name) => name === query.get("connection"));
  useEffect(() => {
    if (result === undefined) return;
    toast(result === "connected" ? "done" : "error", t(`result.${result}`));
    // Without the section: the router would scroll back to it later, away from what a person has focused meanwhile.
    navigate("/settings/integrations", { replace: true, preventScrollReset: true });
  }, [result, toast, t, navigate]);
}

type Props = { connection: ShownConnection; kind: "slack" | "notion" };

/** The place of a connection, in words. */
export function PlaceNote({ connection, kind }: Props) {
  const { t } = useTranslation("collaboration");
  const place = placeOf(connection);
  if (place === null) return <>{t(`notChosen.${kind}`)}</>;
  const name = kind === "slack" ? `#${place.name}` : place.name;
  return <>{t(`chosen.${kind}`, { name })}</>;
}
