import { useRevalidator } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import { invariant } from "#app/domain/invariant.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits.ts";
import { countChanges, type Draft, openDraft, type SummaryView } from "#app/features/meeting/edit/draft.ts";
import { EditBar } from "#app/features/meeting/edit/edit-bar.tsx";
import { EditField } from "#app/features/meeting/edit/edit-field.tsx";
import { GrowingText } from "#app/features/meeting/edit/growing-text.tsx";
import { forgetDraft, keepDraft, readDraft } from "#app/features/meeting/edit/keep-draft.ts";
import { LeaveDialog } from "#app/features/meeting/edit/leave-dialog.tsx";
import { MeanwhileNotice } from "#app/features/meeting/edit/meanwhile-notice.tsx";
import type { EditPartProps } from "#app/features/meeting/edit/use-edit-room.tsx";
import { useEditing } from "#app/features/meeting/edit/use-editing.ts";
import { useSave } from "#app/features/meeting/edit/use-save.ts";
import { useToast } from "#app/ui/toast.tsx";

const TITLE_ID = "edit-heading";

/** The minutes as boxes, in the place of the minutes. Save and cancel stick; the transcript and the player stay for checking. */
export default function EditMinutes({ view, onDone }: EditPartProps) {
  const { t } = useTranslation("edit");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { head, summary } = view;
  const { meetId } = head;
  invariant(summary, "minutes are edited where there are some");
  const [told, setTold] = useState<SummaryView | null>(null);
  const [leaving, setLeaving] = useState(false);
  const newest = told && (told.version ?? 0) > (summary.version ?? 0) ? told : summary;
  const { draft, change, editing, theirs, both, setComparing } = useEditing(
    () => readDraft(meetId) ?? openDraft(summary, head.title),
    (draft) => (newest.version === draft.madeOn ? null : newest),
  );
  const count = countChanges(draft);
  useEffect(() => {
    if (count > 0) keepDraft(meetId, draft);
    else forgetDraft(meetId);
  }, [meetId, draft, count]);

  const leave = () => {
    forgetDraft(meetId);
    onDone();
  };
  const { state, save } = useSave(meetId, {
    saved() {
      leave();
      toast("done", t("saved"));
      // The socket says the same, and sooner; this is for a page whose socket is down.
      revalidate();
    },
    meanwhile: setTold,
  });
  const cancel = () => {
    if (count > 0) return setLeaving(true);
    track("cancel edit");
    leave();
  };
  const submit = () => {
    if (state.is === "saving") return;
    track("save edit");
    if (count === 0) return leave();
    void save({ ...draft, seen: newest.version ?? draft.seen } satisfies Draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && !leaving) {
      event.preventDefault();
      cancel();
    }
  };

  return (
    <article className="doc" id="minutes" aria-labelledby={TITLE_ID}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of all that is inside */}
      <form
        className="doc__in"
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <EditBar count={count} state={state} isMeanwhile={theirs !== null} meetId={meetId} onCancel={cancel} />
        {theirs && (
          <MeanwhileNotice
            theirs={theirs}
            both={both.length}
            comparing={editing.comparing}
            onCompare={setComparing}
            onGoOn={() => setLeaving(true)}
          />
        )}
        <div className="stack">
          <h1 className="sr" id={TITLE_ID}>
            {t("heading", { title: head.title })}
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
        {draft.fields.map((field, index) => (
          <EditField key={field.key} field={field} editing={editing} first={index === 0} />
        ))}
        <footer className="colophon">
          <p>{t("versionNote")}</p>
        </footer>
        <LeaveDialog
          count={count}
          open={leaving}
          onStay={() => setLeaving(false)}
          onDiscard={() => {
            track("cancel edit");
            leave();
          }}
        />
      </form>
    </article>
  );
}
