import { useTranslation } from "#app/i18n/use-translation.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { RECORDING_DURATION_MS_MAX, TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import type { UploadFailure } from "#app/features/upload/send/upload-flow.ts";
import { Notice } from "#app/ui/notice.tsx";

const HOUR_MS = 3_600_000;

/** §8: the specification's message first; then why, and what to do. */
export function UploadFailureNotice({ failure }: { failure: UploadFailure }) {
  const { t } = useTranslation(["upload", "common"]);
  switch (failure.kind) {
    case "upload":
      return (
        <Notice role="alert" title={t("error.uploadFile")}>
          <RefusalReason failure={failure} />
        </Notice>
      );
    case "connection":
      return (
        <Notice role="alert" title={t("error.connection")}>
          {t("error.kept")}
        </Notice>
      );
    case "signed-out":
      return (
        <Notice role="alert" title={t("error.signedOut")}>
          {/* In a tab of its own: leaving this one would lose the file. */}
          <a href="/api/auth/signin" target="_blank" rel="noopener noreferrer">
            {t("error.signIn")}
          </a>
        </Notice>
      );
    case "file-changed":
    case "elsewhere":
      return (
        <Notice role="alert" title={t("error.uploadFile")}>
          {t(failure.kind === "elsewhere" ? "error.elsewhere" : "error.fileChanged")}
        </Notice>
      );
    case "too-many-requests":
      return (
        <Notice role="alert" title={t("common:error.tooManyRequests")}>
          {t("error.stillHere")}
        </Notice>
      );
    default:
      return assertNever(failure);
  }
}

/** The same in one line, for a row of a list. */
export function FailureText({ failure }: { failure: UploadFailure }) {
  const { t } = useTranslation(["upload", "common"]);
  switch (failure.kind) {
    case "upload":
      return failure.refusal === null ? t("error.uploadFile") : <RefusalReason failure={failure} />;
    case "connection":
      return t("error.connection");
    case "signed-out":
      return t("error.signedOut");
    case "file-changed":
      return t("error.fileChanged");
    case "elsewhere":
      return t("error.elsewhere");
    case "too-many-requests":
      return t("common:error.tooManyRequests");
    default:
      return assertNever(failure);
  }
}

function RefusalReason({ failure }: { failure: Extract<UploadFailure, { kind: "upload" }> }) {
  const { t, i18n } = useTranslation("upload");
  if (failure.refusal === null) return t("error.stillHere");
  return t(`refusal.${failure.refusal}`, {
    limit: formatSize(UPLOAD_BYTES_MAX, i18n.language),
    transcriptLimit: formatSize(TRANSCRIPT_BYTES_MAX, i18n.language),
    hours: RECORDING_DURATION_MS_MAX / HOUR_MS,
    ...nameCue(failure.cue, i18n.language),
  });
}
