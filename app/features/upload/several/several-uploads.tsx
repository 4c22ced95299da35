import { Link, useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { assertNever } from "#app/domain/invariant.ts";
import { LANGUAGE_CHOICES, type MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { FileName } from "#app/features/upload/form/file-name.tsx";
import { formatPercent } from "#app/features/upload/form/format-size.ts";
import { FootNote } from "#app/features/upload/form/foot-note.tsx";
import { isNamed, NamedFields } from "#app/features/upload/form/named-fields.tsx";
import { SpeechOutlook } from "#app/features/upload/form/speech-outlook.tsx";
import { UploadLine } from "#app/features/upload/line/upload-line.tsx";
import { FailureText } from "#app/features/upload/send/upload-failure.tsx";
import { percentSent } from "#app/features/upload/send/upload-meter.ts";
import { QueuedUpload, type QueuedRecording } from "#app/features/upload/several/queued-upload.tsx";
import { hasFailed, type Queue, useQueue } from "#app/features/upload/several/use-queue.ts";
import { useHeld } from "#app/features/upload/send/use-upload-around.ts";
import { saveLastLanguage, useLanguageChoices } from "#app/i18n/language-choice.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { focusNextRow } from "#app/ui/focus-next-row.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { SelectField, type TemplateOptions } from "#app/ui/select.tsx";

type Props = {
  files: readonly File[];
  isOpen: boolean;
  onClose: () => void;
  /** The list is closed and nothing is being sent: the dialog begins anew. */
  onOver: () => void;
  onHeld: (isHeld: boolean) => void;
  user: { name: string; email: string | null; meetingLanguage: MeetingLanguage | null; hearsLanguage: boolean };
  templates: TemplateOptions;
  timeZone: string;
  now: number;
};

/** Several recordings at once: checked in a list, then sent one after the other, each with its own progress. */
export function SeveralUploads(props: Props) {
  const { files, isOpen, onHeld, user, timeZone, now } = props;
  const queue = useQueue(files, { timeZone, now });
  const languages = useLanguageChoices(user);
  const [choices, setChoices] = useState<Parameters<typeof QueuedUpload>[0]["choices"] | null>(null);
  const isSending = queue.turn !== null;
  useHeld({ isUnderWay: isSending, hasStopped: queue.hasStopped, isOpen, onHeld });
  const onSubmit = (data: FormData) => {
    const language = LANGUAGE_CHOICES.find((choice) => choice === data.get("language")) ?? languages.first;
    const template = data.get("template");
    saveLastLanguage(language);
    setChoices({
      meetLanguage: language,
      templateId: typeof template === "string" && template !== "" ? template : null,
    });
    queue.start();
  };
  const close = () => {
    props.onClose();
    if (!isSending) props.onOver();
  };
  return (
    <>
      {choices !== null &&
        queue.recordings.map((recording) => (
          <QueuedUpload
            key={recording.id}
            {...{ recording, choices, user, timeZone }}
            isTurn={queue.turn === recording.id}
            onState={queue.onState}
          />
        ))}
      {isOpen && choices === null && (
        <ChosenRecordings {...props} queue={queue} languages={languages} onSubmit={onSubmit} onClose={close} />
      )}
      {isOpen && choices !== null && <SentRecordings queue={queue} onClose={close} />}
      {!isOpen && (isSending || queue.hasStopped) && <QueueLine queue={queue} />}
    </>
  );
}

type ChosenProps = Pick<Props, "templates" | "timeZone"> & {
  queue: Queue;
  languages: ReturnType<typeof useLanguageChoices>;
  onSubmit: (data: FormData) => void;
  onClose: () => void;
};

function ChosenRecordings({ queue, languages, templates, timeZone, onSubmit, onClose }: ChosenProps) {
  const { t } = useTranslation(["upload", "common"]);
  const formId = useId();
  const [isAsked, setAsked] = useState(false);
  const [language, setLanguage] = useState<string>(languages.first);
  const { recordings } = queue;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    const form = event.currentTarget;
    if (recordings.length > 0 && recordings.every(isNamed)) onSubmit(new FormData(form));
    else requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  const foot = (
    <>
      <FootNote />
      <Button kind="quiet" large onClick={onClose}>
        {t("common:action.cancel")}
      </Button>
      <Button kind="primary" large type="submit" form={formId}>
        <span className="cap">{t("submit")}</span>
      </Button>
    </>
  );
  return (
    <Dialog open title={t("several.title", { count: recordings.length })} onClose={onClose} footer={foot}>
      <form
        className="body"
        id={formId}
        onSubmit={submit}
        onInput={({ target }) =>
          target instanceof HTMLSelectElement && target.name === "language" && setLanguage(target.value)
        }
        noValidate
      >
        <p className="full">{t("several.explain")}</p>
        <ul className="imports full" aria-label={t("several.list")}>
          {recordings.map((recording) => (
            <li key={recording.id}>
              <ChosenRecording {...{ recording, timeZone, isAsked, queue }} />
            </li>
          ))}
        </ul>
        <div className="two full">
          <SelectField
            label={t("field.language")}
            name="language"
            defaultValue={languages.first}
            options={languages.options}
          />
          <SelectField
            key={templates.options.length}
            label={t("field.template")}
            name="template"
            defaultValue={templates.chosen}
            options={templates.options}
          />
        </div>
        <SpeechOutlook language={language} />
        <p className="hint full">{t("consent")}</p>
      </form>
    </Dialog>
  );
}

type RowProps = Pick<ChosenProps, "queue" | "timeZone"> & { recording: QueuedRecording; isAsked: boolean };

function ChosenRecording({ recording: { id, file, title, at, isModified }, queue, timeZone, isAsked }: RowProps) {
  const { t } = useTranslation("upload");
  const { name } = file;
  return (
    <>
      <div className="imports__head">
        <FileName name={name} />
        {queue.recordings.length > 1 && (
          <Button
            kind="quiet"
            icon
            aria-label={t("rows.removeOf", { name })}
            onClick={({ currentTarget }) => {
              focusNextRow(currentTarget);
              queue.remove(id);
            }}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
      <NamedFields
        fileName={name}
        {...{ title, at, timeZone, isAsked }}
        isReadOnly={false}
        onChange={(to) => queue.change(id, to)}
      />
      {isModified && <p className="note muted">{t("rows.fromModified")}</p>}
    </>
  );
}

/** A small card, as of one recording: the page behind it stays usable. */
function SentRecordings({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const { t } = useTranslation(["upload", "common"]);
  const titleId = useId();
  const card = useRef<HTMLDialogElement>(null);
  // The pressed button is gone, so the focus moves here, where keys have no effect.
  useEffect(() => card.current?.focus(), []);
  const { recordings, turn } = queue;
  const isLimit = isAtLimit(queue);
  const canRetry = turn === null && !isLimit && recordings.some(({ state }) => hasFailed(state));
  return (
    <dialog open className="sending outline-none" ref={card} tabIndex={-1} aria-labelledby={titleId}>
      <div className="sending__head">
        <h2 id={titleId}>{useTotal(queue)}</h2>
        <Button
          kind="quiet"
          icon
          aria-label={turn === null ? t("common:action.close") : t("progress.small")}
          onClick={onClose}
        >
          <Icon name={turn === null ? "close" : "down"} />
        </Button>
      </div>
      <ul className="imports imports--sent">
        {recordings.map((recording) => (
          <li key={recording.id}>
            <SentRecording recording={recording} isTurn={recording.id === turn} />
          </li>
        ))}
      </ul>
      <p role="status">{isLimit && t("several.limit")}</p>
      {canRetry && <Button onClick={queue.start}>{t("several.retry")}</Button>}
    </dialog>
  );
}

function SentRecording({ recording, isTurn }: { recording: QueuedRecording; isTurn: boolean }) {
  const { t } = useTranslation("upload");
  const text = useStateText(recording, isTurn);
  const { state, title } = recording;
  return (
    <>
      <p className="strong cut" title={title}>
        {state.name === "arrived" ? (
          <Link to={`/${state.meetId}`} aria-label={t("several.openOf", { title })}>
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      <p className="note muted num">{text}</p>
      {state.name === "sending" && <Progress value={percentSent(state.meter)} max={100} label={`${title}: ${text}`} />}
      {state.name === "form" && state.failure !== null && (
        <FieldError>
          <FailureText failure={state.failure} />
        </FieldError>
      )}
    </>
  );
}

function useStateText({ state, isQueued }: QueuedRecording, isTurn: boolean): string {
  const { t, i18n } = useTranslation("upload");
  switch (state.name) {
    case "sending":
      return state.way === "down"
        ? t("progress.stalled")
        : t("progress.percent", { percent: formatPercent(percentSent(state.meter), i18n.language) });
    case "starting":
    case "finishing":
      return t("several.checking");
    case "arrived":
      return t("several.arrived");
    case "form":
    case "limit-reached":
      return isQueued ? t(isTurn ? "several.checking" : "several.waiting") : t("several.failed");
    default:
      return assertNever(state);
  }
}

function useTotal({ recordings }: Queue): string {
  const { t } = useTranslation("upload");
  const done = recordings.filter(({ state }) => state.name === "arrived").length;
  return t("several.total", { done, total: recordings.length });
}

function isAtLimit({ recordings }: Queue): boolean {
  return recordings.some(({ state }) => state.name === "limit-reached");
}

/** The queue at the foot of the page, while its card is closed. */
function QueueLine({ queue }: { queue: Queue }) {
  const { t } = useTranslation("upload");
  const { pathname } = useLocation();
  const stopped = t(isAtLimit(queue) ? "several.limit" : "line.stopped");
  const own = queue.recordings.find(({ id }) => id === queue.turn);
  const total = useTotal(queue);
  const percent = own?.state.name === "sending" ? percentSent(own.state.meter) : null;
  return (
    <UploadLine title={total} text={own?.title ?? stopped} percent={percent}>
      <Link
        className={buttonClass("line")}
        to={`${pathname}?upload=1`}
        preventScrollReset
        aria-label={t("line.showOf", { title: total })}
      >
        {t("line.show")}
      </Link>
    </UploadLine>
  );
}
