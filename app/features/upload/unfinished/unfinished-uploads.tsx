import { Link, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { cancelUpload } from "#app/contracts/endpoints/uploads.ts";
import type { UnfinishedUpload } from "#app/contracts/recording/upload-answers.ts";
import { UPLOAD_REMOVAL_NEAR_MS } from "#app/domain/limits/uploads.ts";
import type { Continued } from "#app/features/upload/send/continued.ts";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import { NEEDS_SCRIPT } from "#app/i18n/lazy-part.tsx";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** Large files of which a part has arrived: they wait here until their file is chosen again, or a week is over. */
export function UnfinishedUploads({ uploads, now }: { uploads: UnfinishedUpload[]; now: number }) {
  const { t } = useTranslation("upload");
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<UnfinishedUpload | null>(null);
  return (
    <section className="block" aria-labelledby="unfinished">
      <div className="block__head">
        <h2 className="section" id="unfinished">
          {t("unfinished.title")}
        </h2>
      </div>
      <SoonRemoved uploads={uploads.filter((upload) => isNear(upload, now))} />
      {uploads.map((upload) => (
        <Unfinished key={upload.meetId} upload={upload} now={now} onGiveUp={() => setAsked(upload)} />
      ))}
      {asked && <GiveUpDialog upload={asked} onClose={() => setAsked(null)} onGone={revalidate} />}
    </section>
  );
}

const isNear = ({ removedAt }: UnfinishedUpload, now: number) => removedAt - now < UPLOAD_REMOVAL_NEAR_MS;

/** The warning on the way: what has arrived goes soon, and how to keep it. It names the one that goes first. */
function SoonRemoved({ uploads }: { uploads: UnfinishedUpload[] }) {
  const { t } = useTranslation("upload");
  const [first, ...others] = uploads.toSorted((one, other) => one.removedAt - other.removedAt);
  if (first === undefined) return null;
  return (
    <Notice
      role="status"
      title={
        <>
          {t(staysWithout(first) ? "unfinished.soonVideo" : "unfinished.soon", { title: first.title })}{" "}
          <LocalTime at={first.removedAt} format="date-time" />
        </>
      }
    >
      {others.length > 0 && `${t("unfinished.soonOthers", { count: others.length })} `}
      {t("unfinished.keep")}
    </Notice>
  );
}

/** All of its sound is there: with the rest of its video the meeting loses only the picture. */
const staysWithout = ({ sound }: UnfinishedUpload) => sound === "in" || sound === "written";

type UnfinishedProps = { upload: UnfinishedUpload; now: number; onGiveUp: () => void };

function Unfinished({ upload, now, onGiveUp }: UnfinishedProps) {
  const { t } = useTranslation("upload");
  const locale = useLocale();
  const { meetId, title, fileName, landedBytes, fileBytes, removedAt, sound } = upload;
  const measured = { sent: formatSize(landedBytes, locale), total: formatSize(fileBytes, locale) };
  const arrived = t(sound ? "unfinished.arrivedVideo" : "unfinished.arrived", measured);
  const continued: Continued = { title, fileName };
  return (
    <div className="now">
      <h3 className="now__title">{title}</h3>
      <div className="stack">
        <Progress value={landedBytes} max={fileBytes} label={arrived} />
        <p className="row note muted min-w-0">
          <Icon name="film" />
          <span className="cut" title={fileName}>
            {fileName}
          </span>
        </p>
        {sound && <p className="note strong">{t(`unfinished.sound.${sound}`)}</p>}
        <p className="note muted num">{arrived}</p>
        <p className={isNear(upload, now) ? "note strong" : "note muted"}>
          {t(isNear(upload, now) ? "unfinished.removed" : "unfinished.kept")} <LocalTime at={removedAt} format="date" />
        </p>
      </div>
      <div className="row row--wrap">
        <Link
          className={buttonClass("line")}
          to="/?upload=1"
          state={{ continued }}
          preventScrollReset
          {...NEEDS_SCRIPT}
          aria-label={t("unfinished.continueOf", { title })}
        >
          {t("unfinished.continue")}
        </Link>
        {sound && (
          <Link className={buttonClass("quiet")} to={`/${meetId}`} aria-label={t("unfinished.openOf", { title })}>
            {t("unfinished.open")}
          </Link>
        )}
        <Button kind="quiet" onClick={onGiveUp} aria-label={t("unfinished.giveUpOf", { title })}>
          {t("unfinished.giveUp")}
        </Button>
      </div>
    </div>
  );
}

type Props = { upload: UnfinishedUpload; onClose: () => void; onGone: () => void };

/** Asks before what has arrived of a large file is deleted. */
function GiveUpDialog({ upload: { meetId, title, sound }, onClose, onGone }: Props) {
  const { t } = useTranslation(["upload", "common"]);
  const toast = useToast();
  const [state, setState] = useState<"asking" | "pending" | "failed">("asking");
  const giveUp = async () => {
    setState("pending");
    const end = await callApi(cancelUpload, { params: { meetId }, unread: true });
    // One that is not there (any more) is as gone as it was to be.
    if (!end.ok && end.status !== 404) return setState("failed");
    toast("done", t("unfinished.givenUp"));
    onGone();
    onClose();
  };
  const pending = state === "pending";
  return (
    <Dialog
      open
      small
      title={t("unfinished.giveUpTitle")}
      onClose={onClose}
      closable={!pending}
      footer={
        <>
          {!pending && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="danger" large busy={pending} onClick={() => void giveUp()}>
            {t("unfinished.giveUp")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="strong">{t("unfinished.question", { title })}</p>
        <p>{t(sound === "in" || sound === "written" ? "unfinished.textVideo" : "unfinished.text")}</p>
        {state === "failed" && <FieldError>{t("unfinished.failed")}</FieldError>}
      </div>
    </Dialog>
  );
}
