import { useLanguageName } from "#app/i18n/language-name.ts";
import { useLanguageOptions } from "#app/i18n/language-options.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type ComponentType, type FormEvent, useId, useState } from "react";
import { rewriteMinutes } from "#app/contracts/endpoints/edits.ts";
import { randomId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import {
  loadRewriteFacts,
  type RewriteFacts,
  useRewriteFacts,
} from "#app/features/meeting/edit/rewrite/use-rewrite-facts.ts";
import type { EditPartProps } from "#app/features/meeting/edit/use-edit-room.tsx";
import { type LoadedVersion, loadVersion } from "#app/features/meeting/edit/versions/load-version.ts";
import { ReadVersion } from "#app/features/meeting/edit/versions/read-version.tsx";
import { VersionList } from "#app/features/meeting/edit/versions/version-list.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { NoteRoom } from "#app/ui/notice.tsx";
import { Options, Select } from "#app/ui/select.tsx";

type Props = { lines: number; hand: "keep" | "leave"; onChange: (hand: "keep" | "leave") => void };

/** Asks whether new minutes keep the lines that a person wrote or leave them out. */
function HandChoice({ lines, hand, onChange }: Props) {
  const { t } = useTranslation("edit");
  if (lines === 0) return <p className="hint">{t("rewrite.none")}</p>;
  return (
    <fieldset className="stack">
      <legend className="shown">{t("rewrite.hand")}</legend>
      <Checkbox
        type="radio"
        name="hand"
        checked={hand === "keep"}
        onChange={() => onChange("keep")}
        label={
          <>
            {t("rewrite.keep")} <span className="muted note">{t("rewrite.keepNote", { count: lines })}</span>
          </>
        }
      />
      <Checkbox
        type="radio"
        name="hand"
        checked={hand === "leave"}
        onChange={() => onChange("leave")}
        label={
          <>
            {t("rewrite.leave")} <span className="muted note">{t("rewrite.leaveNote")}</span>
          </>
        }
      />
    </fieldset>
  );
}

/** The dialog, once all that it shows is known. */
export async function openRewrite(meetId: string): Promise<ComponentType<EditPartProps>> {
  const first = await loadRewriteFacts(meetId);
  return (props) => <RewriteDialog {...props} first={first} />;
}

/** Template, language, what happens to lines by hand, and the versions, each to read or bring back. */
function RewriteDialog({ view, onDone, first }: EditPartProps & { first: RewriteFacts }) {
  const { t } = useTranslation(["edit", "editActions", "common"]);
  const formId = useId();
  const { meetId } = view.head;
  const facts = useRewriteFacts(meetId, first, view.summary?.version);
  const [reading, setReading] = useState<LoadedVersion | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (reading) {
    const back = () => setReading(null);
    return <ReadVersion meetId={meetId} {...reading} current={view.summary} onBack={back} onDone={onDone} />;
  }
  const failures = FAILURES.map((one) => `${t(`rewrite.${one}`)}. ${t("rewrite.failedSafe")}`);
  const mayAsk = facts.state === "ready" && view.head.status === "SUMMARIZED";
  return (
    <Dialog
      open
      title={t("rewrite.title")}
      onClose={onDone}
      footer={
        <>
          <NoteRoom small room={[t("rewrite.stays"), ...failures]}>
            {failure === null ? (
              <span className="hint">{t("rewrite.stays")}</span>
            ) : (
              <p className="error error--world" role="alert">
                <Icon name="alert" />
                <span>{failures[FAILURES.indexOf(failure)]}</span>
              </p>
            )}
          </NoteRoom>
          <Button kind="quiet" large onClick={onDone}>
            {t("common:action.cancel")}
          </Button>
          <Button kind="primary" large type="submit" form={formId} busy={busy} disabled={!mayAsk}>
            {!busy && <Icon name="again" />}
            {t(busy ? "rewrite.asking" : "editActions:rewrite.open")}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{t("rewrite.intro")}</p>
        {facts.state === "failed" && (
          <p className="error error--world" role="alert">
            <Icon name="alert" />
            {t("versions.failed")}
          </p>
        )}
        {facts.state === "ready" && (
          <>
            <RewriteForm
              id={formId}
              meetId={meetId}
              facts={facts}
              onBusy={setBusy}
              onFailure={setFailure}
              isBusy={busy}
              onDone={onDone}
            />
            <VersionList
              meetId={meetId}
              versions={facts.versions}
              onRead={async (version) => setReading(await loadVersion(meetId, version))}
              onBroughtBack={onDone}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** §8: by what was to be other than it is; and that there is nothing to write from. */
const FAILURES = ["failedTemplate", "failedLanguage", "transcriptGone"] as const;
type Failure = (typeof FAILURES)[number];

type FormProps = {
  id: string;
  meetId: string;
  facts: Extract<RewriteFacts, { state: "ready" }>;
  isBusy: boolean;
  onBusy: (busy: boolean) => void;
  onFailure: (failure: Failure | null) => void;
  onDone: () => void;
};

function RewriteForm({ id, meetId, facts, isBusy, onBusy, onFailure, onDone }: FormProps) {
  const { t } = useTranslation("edit");
  const { rewrite } = facts;
  const [template, setTemplate] = useState(rewrite.templateId);
  const [language, setLanguage] = useState<MeetingLanguage>(
    rewrite.languages.includes(rewrite.language) ? rewrite.language : (rewrite.languages[0] ?? rewrite.language),
  );
  const [hand, setHand] = useState<"keep" | "leave">("keep");
  const [saveId] = useState(() => randomId());
  const onlyQuotes = rewrite.languages.length === 1;

  const ask = async () => {
    onBusy(true);
    onFailure(null);
    const end = await saveEdit(rewriteMinutes, {
      params: { meetId },
      body: { saveId, templateId: template, language, hand },
    });
    onBusy(false);
    if (end.ok) return onDone();
    if (end.code === "transcript-gone") return onFailure("transcriptGone");
    const isLanguage = template === rewrite.templateId && language !== rewrite.language;
    onFailure(isLanguage ? "failedLanguage" : "failedTemplate");
  };
  return (
    <form
      className="stack"
      id={id}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void ask();
      }}
    >
      <RewriteChoice
        facts={facts}
        chosen={{ template, language }}
        describedBy={onlyQuotes ? `${id}-quotes` : undefined}
        onTemplate={setTemplate}
        onLanguage={setLanguage}
      />
      {onlyQuotes && (
        <p className="hint" id={`${id}-quotes`}>
          {t("rewrite.quotes")}
        </p>
      )}
      <HandChoice lines={rewrite.manualLines} hand={hand} onChange={setHand} />
    </form>
  );
}

type ChoiceProps = {
  facts: FormProps["facts"];
  chosen: { template: string | null; language: MeetingLanguage };
  describedBy: string | undefined;
  onTemplate: (template: string | null) => void;
  onLanguage: (language: MeetingLanguage) => void;
};

function RewriteChoice({ facts, chosen, describedBy, onTemplate, onLanguage }: ChoiceProps) {
  const { t } = useTranslation(["edit", "common", "meeting"]);
  const nameOf = useLanguageName();
  const languages = useLanguageOptions();
  const { rewrite, templates } = facts;
  return (
    <div className="two">
      <Field label={t("rewrite.template")}>
        {(wiring) => (
          <Select {...wiring} value={chosen.template ?? ""} onChange={({ target }) => onTemplate(target.value || null)}>
            {templates.map((one) => (
              <option key={one.id ?? ""} value={one.id ?? ""}>
                {one.id === null ? t("meeting:basicSystem") : one.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("rewrite.language")}>
        {(wiring) => (
          <Select
            {...wiring}
            aria-describedby={describedBy}
            value={chosen.language}
            disabled={rewrite.languages.length === 1}
            onChange={({ target }) =>
              onLanguage(rewrite.languages.find((one) => one === target.value) ?? chosen.language)
            }
          >
            {rewrite.languages.length === 1 ? (
              <option value={chosen.language}>{nameOf(chosen.language)}</option>
            ) : (
              <Options options={languages} />
            )}
          </Select>
        )}
      </Field>
    </div>
  );
}
