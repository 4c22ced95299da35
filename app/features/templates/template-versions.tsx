import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import {
  listTemplateVersions,
  readTemplateVersion,
  restoreTemplateVersion,
} from "#app/contracts/endpoints/templates.ts";
import type { ListedTemplate, TemplateVersions } from "#app/contracts/template/template-answers.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { pathId } from "#app/domain/template/template.ts";
import { FieldEntries } from "#app/features/templates/view/field-entries.tsx";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { useToast } from "#app/ui/toast.tsx";

type VersionsProps = { template: ListedTemplate; onClose: () => void };

/** Every version of a template: who changed it, what it was, and a way to restore it. Opens with its list, so that it does not grow. */
export function TemplateVersionsDialog({ template, onClose }: VersionsProps) {
  const { t } = useTranslation(["templates", "common"]);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const templateId = pathId(template.id);
  const [versions, setVersions] = useState<TemplateVersions | null>(null);
  const [read, setRead] = useState<{ version: number; template: TemplateSnapshot } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  // Another tab may have saved one since the page was opened: it is in the list, and what is restored replaces it.
  const current = versions?.[0]?.version ?? template.version;
  useEffect(() => {
    const leave = new AbortController();
    const load = async () => {
      const answer = await callApi(listTemplateVersions, { params: { templateId }, signal: leave.signal });
      if (leave.signal.aborted) return;
      if (answer.ok) setVersions(answer.value.versions);
      else setFailure(t("failed"));
    };
    void load();
    return () => leave.abort();
  }, [templateId, t]);
  const show = async (version: number) => {
    if (read?.version === version) return setRead(null);
    setFailure(null);
    const answer = await callApi(readTemplateVersion, { params: { templateId, version } });
    if (answer.ok) setRead(answer.value);
    else setFailure(t("failed"));
  };
  const restore = async (version: number) => {
    setBusy(version);
    setFailure(null);
    const end = await callApi(restoreTemplateVersion, {
      params: { templateId, version },
      body: { basedOn: current },
    });
    setBusy(null);
    if (!end.ok) return setFailure(t(end.status === 409 ? "versions.meanwhile" : "versions.failed"));
    toast("done", t("done.restored"));
    revalidate();
    onClose();
  };
  if (versions === null && failure === null) return <PartNote />;
  return (
    <Dialog
      open
      title={t("versions.title")}
      onClose={onClose}
      footer={
        <Button kind="primary" large onClick={onClose}>
          {t("common:action.close")}
        </Button>
      }
    >
      <div className="body stack">
        {failure !== null && <FieldError>{failure}</FieldError>}
        <ul className="entries">
          {versions?.map((one) => (
            <VersionEntry
              key={one.version}
              version={one}
              isCurrent={one.version === current}
              read={read?.version === one.version ? read.template : null}
              isRestoring={busy === one.version}
              onRead={() => void show(one.version)}
              onRestore={() => void restore(one.version)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

type EntryProps = {
  version: TemplateVersions[number];
  isCurrent: boolean;
  /** The version's template, while it is shown. */
  read: TemplateSnapshot | null;
  isRestoring: boolean;
  onRead: () => void;
  onRestore: () => void;
};

function VersionEntry({ version: one, isCurrent, read, isRestoring, onRead, onRestore }: EntryProps) {
  const { t } = useTranslation("templates");
  const { version } = one;
  return (
    <li>
      <div className="entry">
        <VersionLine version={one} isCurrent={isCurrent} />
        <div className="row">
          <Button
            kind="quiet"
            aria-expanded={read !== null}
            aria-label={t("versions.readLabel", { version })}
            onClick={onRead}
          >
            {t(read === null ? "versions.read" : "versions.hide")}
          </Button>
          {!isCurrent && (
            <Button busy={isRestoring} aria-label={t("versions.restoreLabel", { version })} onClick={onRestore}>
              {t("versions.restore")}
            </Button>
          )}
        </div>
      </div>
      {read !== null && (
        <div className="stack">
          <p className="strong">{read.name}</p>
          {read.description && <p>{read.description}</p>}
          <FieldEntries fields={read.fields} />
        </div>
      )}
    </li>
  );
}

function VersionLine({ version: one, isCurrent }: { version: TemplateVersions[number]; isCurrent: boolean }) {
  const { t } = useTranslation("templates");
  const by =
    one.by === null
      ? t("versions.unknown")
      : one.by.isYou
        ? t("versions.you")
        : t("versions.by", { name: one.by.name });
  return (
    <div>
      <p className="strong">
        {t("versions.number", { version: one.version })}{" "}
        {isCurrent && <span className="plan">{t("versions.current")}</span>}
      </p>
      <p className="note muted">
        <LocalTime at={one.changedAt} format="short-date-time" />, {t(`versions.change.${one.change}`)} {by}.{" "}
        {t("fieldCount", { count: one.fields })}
      </p>
    </div>
  );
}
