import type { FormEvent } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { invariant } from "#app/domain/invariant.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { introOf, isQuoting } from "#app/domain/summary/quotation.ts";
import { momentsOf } from "#app/domain/transcript/moments.ts";
import { PAGE_PARTS } from "#app/features/meeting/document/summary-fields.tsx";
import type { Draft, SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { EditField, EditTopic } from "#app/features/meeting/edit/minutes/edit-field.tsx";
import { editSections } from "#app/features/meeting/edit/minutes/edit-sections.ts";
import { GrowingText } from "#app/features/meeting/edit/minutes/growing-text.tsx";
import { useEditMinutes } from "#app/features/meeting/edit/minutes/use-edit-minutes.ts";
import type { Editing } from "#app/features/meeting/edit/minutes/use-editing.ts";
import type { SaveState } from "#app/features/meeting/edit/minutes/use-save.ts";
import type { EditPartProps } from "#app/features/meeting/edit/use-edit-room.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { headingText, QuotedHeading, QuotedSections } from "#app/features/minutes/quoted-sections.tsx";
import { formatTimeOfDay } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

const TITLE_ID = "edit-heading";

/** The minutes as boxes, in the place of the minutes. Save and cancel stick; the transcript and the player stay for checking. */
export default function EditMinutes({ view, onDone }: EditPartProps) {
  const { t } = useTranslation("edit");
  const { head, summary } = view;
  const { meetId, title } = head;
  invariant(summary, "minutes are edited where there are some");
  const edit = useEditMinutes({ meetId, title, summary, onDone });
  const { draft, change, editing, theirs, count } = edit;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    edit.submit();
  };
  return (
    <article className="doc" id="minutes" aria-labelledby={TITLE_ID}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all that is inside */}
      <form className="doc__in" noValidate onKeyDown={edit.onKeyDown} onSubmit={onSubmit}>
        <EditBar count={count} state={edit.state} isMeanwhile={theirs !== null} onCancel={edit.cancel} />
        {theirs && (
          <MeanwhileNotice
            theirs={theirs}
            both={edit.both.length}
            comparing={editing.comparing}
            onCompare={edit.setComparing}
            onGoOn={() => edit.setLeaving(true)}
          />
        )}
        <div className="stack">
          <h1 className="sr" id={TITLE_ID}>
            {t("heading", { title })}
          </h1>
          <GrowingText
            className="edit title"
            label={t("title")}
            value={draft.title.after}
            charsMax={MEETING_TITLE_CHARS_MAX}
            focused
            onChange={(text) => change({ type: "title", text })}
          />
          <p className="hint">
            {t("hint")} {t("keys")}
          </p>
        </div>
        <EditedFields draft={draft} summary={summary} editing={editing} isChanged={count > 0} />
        <footer className="colophon">
          <p>{t("versionNote")}</p>
        </footer>
        <LeaveDialog count={count} open={edit.leaving} onStay={() => edit.setLeaving(false)} onDiscard={edit.discard} />
      </form>
    </article>
  );
}

type FieldsProps = { draft: Draft; summary: SummaryView; editing: Editing; isChanged: boolean };

/** The document that is read, in its order. Quotations below the minutes are nobody's to change, and stay to be read. */
function EditedFields({ draft, summary, editing, isChanged }: FieldsProps) {
  const { t } = useTranslation(["meeting", "highlights"]);
  const { places } = useMeetingFacts();
  const sections = editSections(draft, summary, (ids) => momentsOf(ids, places)[0]?.startMs ?? null);
  const quotes = isQuoting(summary);
  const level = quotes ? "h3" : "h2";
  return (
    <>
      {quotes && <QuotedHeading intro={isChanged ? "introEdited" : introOf(summary, false)} />}
      {sections.map((section, index) =>
        section.kind === "topic" ? (
          <EditTopic
            key={section.key}
            lines={section.lines}
            name={headingText({ kind: "topic", topic: section.topic }, t)}
            editing={editing}
          />
        ) : (
          <EditField
            key={section.field.key}
            {...section}
            editing={editing}
            level={level}
            first={!quotes && index === 0}
          />
        ),
      )}
      {summary.quotations && (
        <MinutesPartsProvider value={PAGE_PARTS}>
          <QuotedSections summary={{ ...summary, ...summary.quotations }} places={places} isBelow />
        </MinutesPartsProvider>
      )}
    </>
  );
}

/** Asked before changes are thrown away. Esc stays. */
function LeaveDialog(props: { count: number; open: boolean; onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation("edit");
  return (
    <Dialog
      small
      open={props.open}
      title={t("leave.title")}
      onClose={props.onStay}
      footer={
        <>
          <Button kind="quiet" large onClick={props.onDiscard}>
            {t("leave.discard")}
          </Button>
          <Button kind="primary" large onClick={props.onStay}>
            {t("leave.stay")}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{t("leave.text", { count: props.count })}</p>
      </div>
    </Dialog>
  );
}

type Props = { count: number; state: SaveState; isMeanwhile: boolean; onCancel: () => void };

/** Save and cancel, how much there is to save, and why it could not be. Sticks while the minutes scroll. */
function EditBar({ count, state, isMeanwhile, onCancel }: Props) {
  const { t } = useTranslation(["edit", "common"]);
  return (
    <div className="doc__bar doc__bar--edit">
      <p className="row">
        <span className="strong">{t("editing")}</span>
        <span className="note muted wide" role="status">
          {count === 0 ? t("noChanges") : t("changes", { count })}
        </span>
      </p>
      <div className="row">
        <Button kind="quiet" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button kind="primary" type="submit" busy={state.is === "saving"} aria-keyshortcuts="Control+Enter">
          {t(isMeanwhile ? "saveVersion" : "save")}
        </Button>
      </div>
      {state.is === "failed" && (
        <p className="error error--world edit__failed" role="alert">
          <Icon name="alert" />
          {state.message ?? t("common:error.connection")}
        </p>
      )}
      {state.is === "signed-out" && (
        <p className="error error--world edit__failed" role="alert">
          <Icon name="alert" />
          {t("signedOut")}
        </p>
      )}
    </div>
  );
}

type NoticeProps = {
  theirs: SummaryView;
  both: number;
  comparing: boolean;
  onCompare: (comparing: boolean) => void;
  onGoOn: () => void;
};

/** Somebody else saved: what they touched, that nothing is lost, and the two ways on. */
function MeanwhileNotice({ theirs, both, comparing, onCompare, onGoOn }: NoticeProps) {
  const { t } = useTranslation("edit");
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (
    <div className="notice notice--doc" role="alert">
      <Icon name="alert" />
      <div className="stack">
        <p>
          <span className="strong">
            {theirs.savedAt === undefined
              ? t("meanwhile.written")
              : t("meanwhile.saved", { time: formatTimeOfDay(theirs.savedAt, locale, timeZone) })}
          </span>{" "}
          {both > 0 ? t("meanwhile.both", { count: both }) : t("meanwhile.none")} {t("meanwhile.safe")}
        </p>
        <p className="row row--wrap">
          {both > 0 && (
            <button
              className="btn btn--line"
              type="button"
              aria-pressed={comparing}
              onClick={() => onCompare(!comparing)}
            >
              {t(comparing ? "meanwhile.hide" : "meanwhile.compare")}
            </button>
          )}
          <button className="btn btn--quiet" type="button" onClick={onGoOn}>
            {t("meanwhile.goOn")}
          </button>
        </p>
      </div>
    </div>
  );
}
