import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FREE_UPLOADS_MAX } from "#app/domain/limits.ts";

/** The dialog's last line in each of its states: what may be done now, with one ink button. */
export function FormFoot(props: { formId: string; uploads: number | null; canSubmit: boolean; onClose: () => void }) {
  const { formId, uploads, canSubmit, onClose } = props;
  const { t } = useTranslation(["upload", "common"]);
  const isCounted = uploads !== null && uploads <= FREE_UPLOADS_MAX;
  return (
    <>
      <span className="hint grow num">{isCounted && t("used", { used: uploads, limit: FREE_UPLOADS_MAX })}</span>
      <button className="btn btn--quiet btn--l" type="button" onClick={onClose}>
        {t("common:action.cancel")}
      </button>
      <button className="btn btn--primary btn--l" type="submit" form={formId} disabled={!canSubmit}>
        <span className="cap">{t("submit")}</span>
      </button>
    </>
  );
}

export function SendingFoot({ onCancel, canCancel }: { onCancel: () => void; canCancel: boolean }) {
  const { t } = useTranslation(["upload", "common"]);
  return (
    <>
      <button className="btn btn--quiet btn--l" type="button" onClick={onCancel} disabled={!canCancel}>
        {t("progress.cancel")}
      </button>
      <button className="btn btn--primary btn--l" type="button" disabled>
        <svg className="spin" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M7 1.5a5.5 5.5 0 1 1-5.5 5.5" />
        </svg>
        <span className="cap">{t("progress.uploading")}</span>
      </button>
    </>
  );
}

export function LimitFoot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["upload", "common"]);
  return (
    <>
      <button className="btn btn--quiet btn--l" type="button" onClick={onClose}>
        {t("common:action.close")}
      </button>
      <Link className="btn btn--primary btn--l" to="/pricing" replace>
        {t("limit.upgrade")}
      </Link>
    </>
  );
}
