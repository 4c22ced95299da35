import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SavedField } from "#app/contracts/template/template-answers.ts";
import { TEMPLATE_FIELDS_MAX } from "#app/domain/limits/templates.ts";
import { checkField, type FieldDraft, findSameField } from "#app/domain/template/template-rules.ts";
import { ACTA_FIELD_TYPES, SAVED_FIELD_KEY } from "#app/domain/template/template.ts";
import { AddButton } from "#app/features/templates/builder/add-button.tsx";
import { ACTA_FIELDS, emptyField, emptyNewField, isTyped } from "#app/features/templates/builder/builder-draft.ts";
import { FieldEditor } from "#app/features/templates/builder/field-editor.tsx";
import type { MyFieldsProps } from "#app/features/templates/builder/my-fields.tsx";
import { copyOf } from "#app/features/templates/builder/saved-field-line.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import type { Builder } from "#app/features/templates/builder/use-builder.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

const myFields = lazy(
  async () => (await import("#app/features/templates/builder/my-fields.tsx")).MyFields,
  ["templates", "templateBuilder"],
);

const TABS = ["acta", "mine", "new"] as const;
type Tab = (typeof TABS)[number];

type Props = {
  fields: readonly FieldDraft[];
  /** Adds the field; false where §5 forbids it. `keep`: also under 'My fields'. */
  onAdd: (field: FieldDraft, keep: boolean) => boolean;
  mine: Omit<MyFieldsProps, "isIn" | "onAdd">;
  newField: ReturnType<typeof useNewField>;
};

/** State of the tab 'New Field': the typed field waits while another tab is looked at, and keeps the template from being saved. */
export function useNewField({ typed, setTyped }: Pick<Builder, "typed" | "setTyped">) {
  const [chosenTab, setTab] = useState<Tab | null>(null);
  // A field that an earlier visit has left is shown at once.
  const tab = chosenTab ?? (isTyped(typed) ? "new" : "acta");
  const [isForgotten, setForgotten] = useState(false);
  return {
    typed,
    setTyped,
    tab,
    setTab,
    isForgotten,
    isTyped: isTyped(typed),
    /** Shows the field that would be lost. */
    remind() {
      setForgotten(true);
      setTab("new");
      // After the tab is drawn.
      requestAnimationFrame(() => document.getElementById(ADD_TYPED_ID)?.focus());
    },
  };
}

/** §2: the tabs '{product} Fields', 'My fields', 'New Field'. */
export function AddField({ fields, onAdd, mine, newField }: Props) {
  const { t } = useTranslation(["templateBuilder", "common"]);
  const id = useId();
  const { tab, setTab } = newField;
  const list = useRef<HTMLDivElement>(null);
  const choose = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    setTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  const labels: Record<Tab, string> = {
    acta: t("add.acta", { product: t("common:product") }),
    mine: t("add.mine"),
    new: t("add.new"),
  };
  const saved = mine.fields ?? [];
  return (
    <section className="fieldset" aria-labelledby={`${id}-add`}>
      <header>
        <h2 className="section" id={`${id}-add`}>
          {t("add.heading")}
        </h2>
      </header>
      <div className="tabs" role="tablist" aria-label={t("add.kinds")} ref={list}>
        {TABS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            data-tab={each}
            aria-controls={`${id}-panel`}
            aria-selected={each === tab}
            tabIndex={each === tab ? 0 : -1}
            onKeyDown={choose}
            onClick={() => setTab(each)}
          >
            {labels[each]} {each === "mine" && saved.length > 0 && <span className="num">{saved.length}</span>}
          </button>
        ))}
      </div>
      <div className="tabpanel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {fields.length >= TEMPLATE_FIELDS_MAX && (
          <p className="note muted" role="status">
            {t("add.full", { max: TEMPLATE_FIELDS_MAX })}
          </p>
        )}
        {tab === "acta" && <ActaFields fields={fields} onAdd={(field) => onAdd(field, false)} />}
        {tab === "mine" && (
          <WhenLoaded
            part={myFields}
            props={{
              ...mine,
              isIn: (field) => findSameField(templateCopy(field), fields) !== null,
              onAdd: (field) => onAdd(templateCopy(field), false),
            }}
          />
        )}
        {tab === "new" && <NewField newField={newField} onAdd={onAdd} />}
      </div>
    </section>
  );
}

function templateCopy(saved: SavedField): FieldDraft {
  return { ...emptyField(), key: `${SAVED_FIELD_KEY}${saved.id}`, required: saved.field.required, ...copyOf(saved) };
}

function ActaFields({ fields, onAdd }: { fields: readonly FieldDraft[]; onAdd: (field: FieldDraft) => void }) {
  const { t } = useTranslation("templateBuilder");
  const { titleOf } = useTemplateNames();
  return (
    <ul className="entries">
      {ACTA_FIELDS.map((field) => {
        const type = ACTA_FIELD_TYPES.find((each) => each === field.type);
        return (
          <li className="entry" key={field.key}>
            <div>
              <p className="strong">{titleOf(field)}</p>
              <p className="note muted">{type && t(`actaField.${type}`)}</p>
            </div>
            <AddButton title={titleOf(field)} isIn={findSameField(field, fields) !== null} onAdd={() => onAdd(field)} />
          </li>
        );
      })}
    </ul>
  );
}

const ADD_TYPED_ID = "add-typed-field";
const FORGOTTEN_ID = "typed-field-not-added";

/** §2: 'New Field'. */
function NewField({ newField, onAdd }: Pick<Props, "newField" | "onAdd">) {
  const { setTyped, isForgotten } = newField;
  const { field, keep } = newField.typed;
  const isNotAdded = isForgotten && newField.isTyped;
  const { t } = useTranslation("templateBuilder");
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const problems = checkField(field);
  const add = () => {
    setAsked(true);
    if (problems.length > 0) {
      // After the errors are drawn.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    if (!onAdd({ ...field, title: field.title?.trim() ?? null }, keep)) return;
    newField.setTab("new");
    setTyped(emptyNewField);
    setAsked(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in a line adds the field, and must not submit the template
    <div
      className="two"
      ref={form}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        add();
      }}
    >
      <FieldEditor
        field={field}
        problems={isAsked ? problems : []}
        onChange={(changes) => setTyped((before) => ({ ...before, field: { ...before.field, ...changes } }))}
      />
      <div className="full">
        <Checkbox
          checked={keep}
          onChange={({ target }) => setTyped((before) => ({ ...before, keep: target.checked }))}
          label={t("add.keep")}
        />
      </div>
      <div className="full grid justify-items-start gap-3">
        {isNotAdded && <FieldError id={FORGOTTEN_ID}>{t("add.forgotten")}</FieldError>}
        <Button
          kind="line"
          id={ADD_TYPED_ID}
          {...(isNotAdded ? { "aria-describedby": FORGOTTEN_ID } : {})}
          onClick={add}
        >
          <Icon name="plus" />
          {t("add.addNew")}
        </Button>
      </div>
    </div>
  );
}
