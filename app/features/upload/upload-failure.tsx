import { useTranslation } from "react-i18next";
import { assertNever } from "#app/domain/invariant.ts";
import { RECORDING_DURATION_MS_MAX, UPLOAD_BYTES_MAX } from "#app/domain/limits.ts";
import { formatSize } from "#app/features/upload/format-size.ts";
import type { UploadFailure } from "#app/features/upload/upload-flow.ts";

const HOUR_MS = 3_600_000;

/** §8: the specification's message first; then why, and what to do. */
export function UploadFailureNotice({ failure }: { failure: UploadFailure }) {
  return (
    <div className="notice" role="alert">
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 2.5 14 13H2zM8 6.5v3M8 11.25h.01" />
      </svg>
      <div>
        <FailureText failure={failure} />
      </div>
    </div>
  );
}

function FailureText({ failure }: { failure: UploadFailure }) {
  const { t } = useTranslation("upload");
  switch (failure.kind) {
    case "upload":
      return (
        <>
          <p className="strong">{t("error.uploadFile")}</p>
          <p className="note">
            <RefusalReason failure={failure} />
          </p>
        </>
      );
    case "connection":
      return (
        <>
          <p className="strong">{t("error.connection")}</p>
          <p className="note">{t("error.kept")}</p>
        </>
      );
    case "signed-out":
      return (
        <>
          <p className="strong">{t("error.signedOut")}</p>
          <p className="note">
            {/* In a tab of its own: leaving this one would lose the file. */}
            <a href="/api/auth/signin" target="_blank" rel="noopener">
              {t("error.signIn")}
            </a>
          </p>
        </>
      );
    default:
      return assertNever(failure);
  }
}

function RefusalReason({ failure }: { failure: Extract<UploadFailure, { kind: "upload" }> }) {
  const { t, i18n } = useTranslation("upload");
  if (failure.refusal === null) return t("error.stillHere");
  return t(`refusal.${failure.refusal}`, {
    limit: formatSize(UPLOAD_BYTES_MAX, i18n.language),
    hours: RECORDING_DURATION_MS_MAX / HOUR_MS,
  });
}
