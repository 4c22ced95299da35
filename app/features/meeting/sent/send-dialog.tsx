import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { Translate } from "#app/i18n/translate.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import type { CrmPreview } from "#app/contracts/connections.ts";
import { previewMinutes, sendMinutes } from "#app/contracts/endpoints/connections.ts";
import type { SentOfMeeting } from "#app/contracts/sent.ts";
import { randomId } from "#app/domain/ids.ts";
import { EMAIL_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { Button } from "#app/ui/button.tsx";
import { type Choice, choiceOf, ConnectAgain, RelatedChoice } from "#app/features/meeting/sent/related-choice.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import "#app/features/meeting/sent/send-dialog.css";

type Props = {
  target: SentOfMeeting["connections"][number];
  meetId: string;
  /** The preview for the people of the meeting, or why there is none. */
  first: CallResult<CrmPreview>;
  onSent: () => void;
  onClose: () => void;
};
type State = {
  preview: CrmPreview | null;
  choice: Choice;
  isChosen: boolean;
  isBusy: boolean;
  error: string | null;
  emailError: string | null;
};

/** Asks for a preview of all that would leave Acta, to one person or to everybody of the meeting whom the CRM knows. */
export function askPreview(connectionId: string, meetId: string, email?: string): Promise<CallResult<CrmPreview>> {
  const body = email === undefined ? {} : { email };
  return callApi(previewMinutes, { params: { connection_id: connectionId, meetId }, body });
}

/** Shows exactly what would leave Acta, and sends it. */
export function SendDialog({ target, meetId, first, onSent, onClose }: Props) {
  const { t } = useTranslation("connections");
  const [{ preview, choice, isChosen, isBusy, error, emailError }, setState] = useState<State>({
    preview: first.ok ? first.value : null,
    choice: choiceOf(first.ok ? first.value.related : null),
    isChosen: false,
    isBusy: false,
    error: first.ok ? null : (first.message ?? t("error.crm")),
    emailError: null,
  });
  // A press whose answer was lost is repeated: the list of what was sent is to have one line.
  const [key] = useState(randomId);
  const kind = t(`kind.${target.kind}`);
  const params = { connection_id: target.id, meetId };
  const look = async (email: string) => {
    const read = await askPreview(target.id, meetId, email);
    setState((before) => {
      if (!read.ok) return { ...before, isBusy: false, error: read.message ?? t("error.crm") };
      if (read.value.contacts.length > 0) {
        const choice = choiceOf(read.value.related);
        return { preview: read.value, choice, isChosen: true, isBusy: false, error: null, emailError: null };
      }
      return { ...before, isBusy: false, error: null, emailError: t("preview.notFound") };
    });
  };
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get("email");
    if (typeof entered !== "string" || !entered.includes("@")) {
      setState((before) => ({ ...before, emailError: t("preview.notFound") }));
      return;
    }
    setState((before) => ({ ...before, isBusy: true, emailError: null }));
    void look(entered);
  };
  const send = async () => {
    setState((before) => ({ ...before, isBusy: true, error: null }));
    const body = {
      key,
      ...(isChosen && { contacts: preview?.contacts.map(({ id }) => id) ?? [] }),
      ...(preview !== null && hasRelated(preview) && { related: choice }),
    };
    const result = await callApi(sendMinutes, { params, body, unread: true });
    if (result.ok) onSent();
    else setState((before) => ({ ...before, isBusy: false, error: result.message ?? t("error.send") }));
  };
  return (
    <Dialog
      open
      title={t("preview.title", { kind })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" large onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            kind="primary"
            large
            busy={isBusy}
            disabled={preview === null || preview.contacts.length === 0}
            onClick={() => void send()}
          >
            {t("preview.go")}
          </Button>
        </>
      }
    >
      <div className="body stack" aria-busy={isBusy}>
        <p className="muted">{t("preview.lead", { name: target.name })}</p>
        {preview !== null && (
          <Preview preview={preview}>
            <RelatedChoice
              related={preview.related}
              choice={choice}
              onChange={(chosen) => setState((before) => ({ ...before, choice: chosen }))}
            />
            {first.ok && first.value.related.isConnectingAgainWorth && (
              <ConnectAgain kind={target.kind} returnTo={`/${meetId}`} />
            )}
          </Preview>
        )}
        {preview !== null && <FindContact error={emailError} onFind={find} />}
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    </Dialog>
  );
}

function FindContact({ error, onFind }: { error: string | null; onFind: (event: FormEvent<HTMLFormElement>) => void }) {
  const { t } = useTranslation("connections");
  return (
    <form className="app-find" noValidate onSubmit={onFind}>
      <Field label={t("preview.email")} error={error}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            name="email"
            type="email"
            autoComplete="off"
            maxLength={EMAIL_CHARS_MAX}
          />
        )}
      </Field>
      <Button type="submit" large>
        {t("preview.find")}
      </Button>
    </form>
  );
}

function hasRelated({ related: { companies, deals } }: CrmPreview): boolean {
  return companies.length + deals.length > 0;
}

type PreviewProps = { preview: CrmPreview; children: ReactNode };

/** `children`: the companies and deals, after the contacts to whom they belong. */
function Preview({ preview, children }: PreviewProps) {
  const { contacts, note, meeting, tasks, properties, isUpdate } = preview;
  const { t } = useTranslation("connections");
  const id = useId();
  return (
    <>
      <div>
        <h3 className="label">{t("preview.contacts")}</h3>
        {contacts.length === 0 ? (
          <p role="status">{t("preview.nobody")}</p>
        ) : (
          <ul className="plain">
            {contacts.map((contact) => (
              <li key={contact.id}>
                <a href={contact.url} target="_blank" rel="noreferrer">
                  {contact.name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
      {isUpdate && <p className="note">{t("preview.update")}</p>}
      <div>
        <h3 className="label" id={id}>
          {t("preview.note")}
        </h3>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
        <div className="app-preview" role="region" aria-labelledby={id} tabIndex={0}>
          {note}
        </div>
      </div>
      {tasks.length > 0 && (
        <div>
          <h3 className="label">{t("preview.tasks")}</h3>
          <ul>
            {tasks.map((task) => (
              <li key={task.title}>{taskText(task, t)}</li>
            ))}
          </ul>
        </div>
      )}
      {properties.length > 0 && (
        <div>
          <h3 className="label">{t("preview.properties")}</h3>
          <ul>
            {properties.map(({ property, value }) => (
              <li key={property}>
                <span className="code">{property}</span> {value}
              </li>
            ))}
          </ul>
        </div>
      )}
      {meeting && <p className="note">{t("preview.meeting")}</p>}
    </>
  );
}

function taskText({ title, due, owner }: CrmPreview["tasks"][number], t: Translate<"connections">): string {
  const said = due === null ? title : t("preview.due", { title, due });
  return owner === null ? said : t("preview.owner", { title: said, owner });
}
