import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import {
  createTemplateShare,
  listTemplateShares,
  revokeTemplateShare,
} from "#app/contracts/endpoints/template-links.ts";
import type { ListedTemplate, TemplateShare } from "#app/contracts/template/template-answers.ts";
import { pathId } from "#app/domain/template/template.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { useToast } from "#app/ui/toast.tsx";

type ShareProps = { template: ListedTemplate; onClose: () => void };

type Answer = CallResult<{ shares: TemplateShare[] }>;

/** The links of a template, each with the version that it shows; a link is copied, made and revoked here. */
export function ShareTemplate({ template, onClose }: ShareProps) {
  const { t } = useTranslation(["templates", "common"]);
  const toast = useToast();
  const templateId = pathId(template.id);
  const [shares, setShares] = useState<readonly TemplateShare[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const leave = new AbortController();
    const read = async () => {
      const answer = await callApi(listTemplateShares, { params: { templateId }, signal: leave.signal });
      if (leave.signal.aborted) return;
      if (answer.ok) setShares(answer.value.shares);
      else setFailure(t("failed"));
    };
    void read();
    return () => leave.abort();
  }, [templateId, t]);
  const change = async (ask: () => Promise<Answer>, done: string | null) => {
    setBusy(true);
    setFailure(null);
    const answer = await ask();
    setBusy(false);
    if (!answer.ok) return setFailure(answer.kind === "signed-out" ? null : (answer.message ?? t("share.failed")));
    setShares(answer.value.shares);
    if (done !== null) toast("done", done);
  };
  const create = () => void change(() => callApi(createTemplateShare, { params: { templateId } }), null);
  const revoke = (linkId: string) =>
    void change(() => callApi(revokeTemplateShare, { params: { templateId, linkId } }), t("share.revoked"));
  if (shares === null && failure === null) return <PartNote />;
  return (
    <Dialog
      open
      title={t("share.title")}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" large onClick={onClose}>
            {t("common:action.close")}
          </Button>
          <Button kind="primary" large busy={isBusy} onClick={create}>
            {isBusy ? t("share.creating") : t(shares !== null && shares.length > 0 ? "share.another" : "share.create")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p>{t("share.intro")}</p>
        {shares !== null && shares.length > 0 && (
          <ul className="entries">
            {shares.map((share) => (
              <ShareRow
                key={share.linkId}
                share={share}
                current={template.version}
                onRevoke={() => revoke(share.linkId)}
              />
            ))}
          </ul>
        )}
        {failure !== null && <FieldError>{failure}</FieldError>}
      </div>
    </Dialog>
  );
}

type RowProps = { share: TemplateShare; current: number; onRevoke: () => void };

function ShareRow({ share, current, onRevoke }: RowProps) {
  const { t } = useTranslation("templates");
  const toast = useToast();
  const { url, version, createdAt, opens } = share;
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      toast("done", t("done.copied"));
    } catch {
      toast("error", t("error.copy"));
    }
  };
  const label = t("share.link", { version });
  return (
    <li className="stack">
      {url === null ? (
        <p className="muted">{t("share.hidden")}</p>
      ) : (
        <div className="linkline">
          <input
            className="input grow"
            readOnly
            value={url}
            aria-label={label}
            onFocus={({ target }) => target.select()}
          />
          <Button onClick={() => void copy(url)}>{t("share.copy")}</Button>
        </div>
      )}
      <div className="row between row--wrap">
        <p className="note muted">
          {label}, <LocalTime at={createdAt} format="short-date" />,{" "}
          {opens === 0 ? t("share.unopened") : t("share.opens", { count: opens })}.{" "}
          {version < current && t("share.older")}
        </p>
        <Button kind="quiet" className="danger" aria-label={t("share.revokeLabel", { version })} onClick={onRevoke}>
          {t("share.revoke")}
        </Button>
      </div>
    </li>
  );
}
