import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FieldDraft, TemplateProblem } from "#app/domain/template/template-rules.ts";
import type { DraftChange } from "#app/features/templates/builder/builder-draft.ts";
import { FieldEditor } from "#app/features/templates/builder/field-editor.tsx";
import { SavedFieldLine, type SavedFieldActions } from "#app/features/templates/builder/saved-field-line.tsx";
import { problemsOfField } from "#app/features/templates/builder/problems.ts";
import { type ReorderEvent, useReorder } from "#app/features/templates/builder/use-reorder.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  fields: readonly FieldDraft[];
  problems: readonly TemplateProblem[];
  change: (change: DraftChange) => void;
  /** The field whose editor is open. */
  open: string | null;
  onOpen: (key: string | null) => void;
  /** The field that was to be added a second time. */
  twice: string | null;
  onRemove: (field: FieldDraft, place: number) => void;
  onTold: (text: string) => void;
  saved: SavedFieldActions;
};

/** The template's fields in their order. Each opens its editor; the handle moves it. */
export function FieldList({ fields, problems, change, open, onOpen, twice, onRemove, onTold, saved }: Props) {
  const { t } = useTranslation("templateBuilder");
  const { titleOf } = useTemplateNames();
  const count = fields.length;
  const tell = (event: ReorderEvent, key: string, place: number) => {
    const field = fields.find((each) => each.key === key);
    if (field) onTold(t(TOLD[event], { title: titleOf(field), place: place + 1, count }));
  };
  const { list, lifted, onPointerDown, onKeyDown } = useReorder({
    order: fields.map(({ key }) => key),
    onMove: (key, to) => change({ type: "move", key, to }),
    onTold: tell,
  });
  return (
    <ol className={lifted === null ? "bfs" : "bfs is-dragging"} ref={list}>
      {fields.map((field, index) => {
        const { key } = field;
        const isOpen = key === open && lifted === null;
        const own = problemsOfField(problems, index);
        const classes = ["bf", isOpen && "is-open", key === twice && "is-twice", key === lifted && "is-lifted"];
        return (
          <li className={classes.filter(Boolean).join(" ")} key={key} data-key={key}>
            <FieldRow
              field={field}
              place={index + 1}
              count={count}
              isOpen={isOpen}
              isWrong={own.length > 0}
              onToggle={() => onOpen(isOpen ? null : key)}
              onPointerDown={onPointerDown(key)}
              onKeyDown={onKeyDown(key)}
              onRemove={() => onRemove(field, index)}
            />
            {isOpen && (
              <div className="bf__in two" id={editorId(key)}>
                <FieldEditor
                  field={field}
                  problems={own}
                  onChange={(changes) => change({ type: "field", key, changes })}
                />
                <SavedFieldLine
                  field={field}
                  actions={saved}
                  onChange={(changes) => change({ type: "field", key, changes })}
                />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const TOLD = {
  moved: "moved",
  lifted: "lifted",
  dropped: "dropped",
  cancelled: "moveCancelled",
} as const satisfies Record<ReorderEvent, string>;

const editorId = (key: string) => `field-${key}`;

type RowProps = {
  field: FieldDraft;
  place: number;
  count: number;
  isOpen: boolean;
  isWrong: boolean;
  onToggle: () => void;
  onPointerDown: ReturnType<ReturnType<typeof useReorder>["onPointerDown"]>;
  onKeyDown: ReturnType<ReturnType<typeof useReorder>["onKeyDown"]>;
  onRemove: () => void;
};

function FieldRow({ field, place, count, isOpen, isWrong, onToggle, onPointerDown, onKeyDown, onRemove }: RowProps) {
  const { t } = useTranslation(["templateBuilder", "templates"]);
  const { titleOf, typeOf } = useTemplateNames();
  const title = titleOf(field);
  return (
    <div className="bf__row">
      <Button
        kind="quiet"
        icon
        className="muted grip"
        aria-label={t("move", { title, place, count })}
        aria-describedby={ORDER_HINT_ID}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" strokeWidth="2" />
        </svg>
      </Button>
      <span className="bf__n num small muted">{place}</span>
      <button
        className="bf__name"
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? editorId(field.key) : undefined}
        data-name={field.key}
        onClick={onToggle}
      >
        {title}
      </button>
      {isWrong && (
        <span className="error" title={t("wrong")}>
          <Icon name="alert" />
          <span className="sr">{t("wrong")}</span>
        </span>
      )}
      <span className="note muted bf__type">{typeOf(field.type)}</span>
      {field.required && <span className="plan">{t("templates:required")}</span>}
      <Button kind="quiet" icon className="muted" aria-label={t("remove", { title })} onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

/** The text that says how fields are moved. */
export const ORDER_HINT_ID = "template-order";
