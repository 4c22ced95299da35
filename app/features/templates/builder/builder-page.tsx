import { Link } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import {
  TEMPLATE_DESCRIPTION_CHARS_MAX,
  TEMPLATE_FIELDS_MAX,
  TEMPLATE_NAME_CHARS_MAX,
} from "#app/domain/limits/templates.ts";
import { TOAST_MS } from "#app/domain/limits/screens.ts";
import { type FieldDraft, findSameField, type TemplateProblem } from "#app/domain/template/template-rules.ts";
import { AddField, useNewField } from "#app/features/templates/builder/add-field.tsx";
import { FieldList, ORDER_HINT_ID } from "#app/features/templates/builder/field-list.tsx";
import { LeaveGuard } from "#app/features/templates/builder/leave-guard.tsx";
import { LimitedText } from "#app/features/templates/builder/limited-text.tsx";
import { type Builder, useBuilder } from "#app/features/templates/builder/use-builder.ts";
import { useMyFields } from "#app/features/templates/builder/use-my-fields.ts";
import { LazyPreview } from "#app/features/templates/preview/lazy-preview.ts";
import type { PreviewMeeting } from "#app/features/templates/preview/preview-panel.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast.tsx";

const conflictDialog = lazy(
  async () => (await import("#app/features/templates/builder/conflict-dialog.tsx")).ConflictDialog,
  ["templates", "templateBuilder"],
);

type Props = {
  userId: string;
  /** Null of a new one. */
  template: ListedTemplate | null;
  /** Meetings that use it. */
  uses: number;
  meetings: readonly PreviewMeeting[];
  /** The template of a kept draft that is not there any more. */
  goneId?: string;
};

/** §2: the template builder. The fields in their order on the left, the same meeting written with them on the right. */
export function BuilderPage({ userId, template, uses, meetings, goneId }: Props) {
  const { t } = useTranslation(["templateBuilder", "templates", "common"]);
  const builder = useBuilder(userId, template, goneId ?? null);
  const [open, setOpen] = useState<string | null>(null);
  const { draft, problems } = builder;
  const newField = useNewField(builder);
  const form = useRef<HTMLFormElement>(null);
  const duplicate = useDuplicateNote(form);
  const toFirst = (found: readonly TemplateProblem[]) => {
    const wrong = found.find(({ field }) => field !== null);
    const field = wrong === undefined || wrong.field === null ? null : draft.fields[wrong.field];
    const ofTemplate = found.some((each) => each.field === null);
    if (!ofTemplate && field) setOpen(field.key);
    const twice = found.find(({ reason }) => reason === "duplicate-field");
    const repeated = twice === undefined || twice.field === null ? undefined : draft.fields[twice.field];
    if (!ofTemplate && repeated) duplicate.show(repeated);
    // After the errors and the editor are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (newField.isTyped) return newField.remind();
    const found = builder.submit();
    if (found.length > 0) toFirst(found);
  };
  return (
    <main id="main" className="meet meet--build" tabIndex={-1}>
      <form className="doc" aria-labelledby="doc-title" noValidate onSubmit={onSubmit} ref={form}>
        <div className="doc__in">
          <Head builder={builder} template={template} uses={uses} />
          <div className="two block--s">
            <LimitedText
              label={t("name")}
              value={draft.name}
              onChange={(name) => builder.change({ type: "name", name })}
              charsMax={TEMPLATE_NAME_CHARS_MAX}
              isInvalid={problems.some(({ reason }) => reason === "name-missing")}
              isRequired
              isFull
            />
            <LimitedText
              label={t("description")}
              value={draft.description}
              onChange={(description) => builder.change({ type: "description", description })}
              charsMax={TEMPLATE_DESCRIPTION_CHARS_MAX}
              isOptional
              isFull
            />
          </div>
          <Fields builder={builder} open={open} onOpen={setOpen} duplicate={duplicate} newField={newField} />
        </div>
      </form>
      <LazyPreview fields={draft.fields} meetings={meetings} editedKey={open} />
      <LeaveGuard builder={builder} isTyped={newField.isTyped} />
      {builder.conflict && <WhenLoaded part={conflictDialog} props={{ builder, conflict: builder.conflict }} />}
    </main>
  );
}

type HeadProps = { builder: Builder; template: ListedTemplate | null; uses: number };

function Head({ builder, template, uses }: HeadProps) {
  const { t } = useTranslation(["templateBuilder", "templates", "common"]);
  const { problems, failure, restoredAt } = builder;
  const isIncomplete = problems.some(({ reason }) => reason === "name-missing" || reason === "fields-missing");
  const back = !template?.id ? "/templates" : `/templates/${template.id}`;
  return (
    <>
      <div className="doc__bar doc__bar--edit">
        <Link className="crumb note" to="/templates">
          <Icon name="previous" />
          {t("templates:view.back")}
        </Link>
        <div className="row">
          <Link className={buttonClass("quiet")} to={back}>
            {t("common:action.cancel")}
          </Link>
          <Button kind="primary" type="submit" busy={builder.isSaving}>
            {t(builder.isSaving ? "saving" : "save")}
          </Button>
        </div>
      </div>
      <h1 className="title" id="doc-title">
        {template?.name ?? t("newTitle")}
      </h1>
      <p className="byline">
        <span>{t("templates:custom")}</span>{" "}
        <span>
          {builder.version === null ? t("notSaved") : uses === 0 ? t("templates:unused") : t("usedIn", { count: uses })}
        </span>
      </p>
      {restoredAt !== null && (
        <div className="doc__note">
          <Notice role="status" action={<Button onClick={builder.discard}>{t("draft.discard")}</Button>}>
            {t("draft.restored")} <LocalTime at={restoredAt} format="date-time" />
          </Notice>
        </div>
      )}
      {isIncomplete && (
        <div className="block--s">
          <FieldError>{t("error.incomplete")}</FieldError>
        </div>
      )}
      {problems.some(({ reason }) => reason === "too-many-fields") && (
        <div className="block--s">
          <FieldError>{t("add.full", { max: TEMPLATE_FIELDS_MAX })}</FieldError>
        </div>
      )}
      {failure !== null && (
        <div className="block--s row row--wrap">
          <FieldError>{failure === "unknown" ? t("templates:error.unknown") : t(`error.${failure}`)}</FieldError>
          {failure === "gone" && <Button onClick={builder.saveAsNew}>{t("saveAsNew")}</Button>}
        </div>
      )}
    </>
  );
}

type FieldsProps = {
  builder: Builder;
  open: string | null;
  onOpen: (key: string | null) => void;
  duplicate: ReturnType<typeof useDuplicateNote>;
  newField: ReturnType<typeof useNewField>;
};

function Fields({ builder, open, onOpen, duplicate, newField }: FieldsProps) {
  const { t } = useTranslation("templateBuilder");
  const { titleOf } = useTemplateNames();
  const { draft, change, problems } = builder;
  const [told, tell] = useState("");
  const toast = useToast();
  const mine = useMyFields();
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const { fields } = draft;
  const add = (field: FieldDraft, keep: boolean): boolean => {
    const same = findSameField(field, fields);
    if (same) {
      duplicate.show(same);
      return false;
    }
    if (fields.length >= TEMPLATE_FIELDS_MAX) return false;
    change({ type: "add", field });
    tell(t("added", { title: titleOf(field) }));
    if (keep) {
      const kept = async () => {
        const changes = await mine.keep(field);
        if (changes) change({ type: "field", key: field.key, changes });
      };
      void kept();
    }
    return true;
  };
  const remove = (field: FieldDraft, place: number) => {
    change({ type: "remove", key: field.key });
    tell(t("removed", { title: titleOf(field) }));
    toast("done", t("removed", { title: titleOf(field) }), {
      label: t("undo"),
      run: () => change({ type: "add", field, at: place }),
    });
    // The button that was pressed is gone.
    const next = fields[place + 1] ?? fields[place - 1];
    requestAnimationFrame(() => {
      const target = next ? `[data-name="${CSS.escape(next.key)}"]` : '[role="tab"][aria-selected="true"]';
      section.current?.parentElement?.querySelector<HTMLElement>(target)?.focus();
    });
  };
  return (
    <>
      <section className="fieldset" aria-labelledby={headingId} ref={section}>
        <header>
          <h2 className="section" id={headingId}>
            {t("fields")}
          </h2>
          <p className="note muted num" id={ORDER_HINT_ID}>
            {fields.length === 0 ? t("noFields") : t("order", { count: fields.length })}
          </p>
        </header>
        <p className="sr" role="status">
          {told}
        </p>
        {fields.length === 0 ? (
          <p className="muted">{t("begin")}</p>
        ) : (
          <FieldList
            fields={fields}
            problems={problems}
            change={change}
            open={open}
            onOpen={onOpen}
            twice={duplicate.key}
            onRemove={remove}
            onTold={tell}
            saved={{ fields: mine.fields, keep: mine.keep, saveNewer: mine.saveNewer }}
          />
        )}
      </section>
      <AddField
        newField={newField}
        fields={fields}
        onAdd={add}
        mine={{
          fields: mine.fields,
          isFailed: mine.isFailed,
          onAgain: mine.onAgain,
          onDelete: (field) => void mine.onDelete(field),
          onApply: (field) => void mine.onApply(field),
        }}
      />
    </>
  );
}

/** §5: a field that is added a second time is refused, and the one that is in already is shown as long as the toast. */
function useDuplicateNote(form: React.RefObject<HTMLFormElement>) {
  const { t } = useTranslation("templateBuilder");
  const { titleOf } = useTemplateNames();
  const toast = useToast();
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setKey(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const show = (field: FieldDraft | undefined) => {
    if (!field) return;
    setKey(field.key);
    toast(
      "error",
      <>
        <span className="strong">{t("error.duplicateTitle")}</span>
        <br />
        {t("error.duplicate", { title: titleOf(field) })}
      </>,
    );
    form.current?.querySelector(`[data-key="${CSS.escape(field.key)}"]`)?.scrollIntoView({ block: "nearest" });
  };
  return { key, show };
}
