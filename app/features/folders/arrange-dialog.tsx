import { type FormEvent, useId, useState } from "react";
import type { Folders } from "#app/contracts/folders.ts";
import type { RuleTest } from "#app/domain/folders/rule.ts";
import { AllFolders } from "#app/features/folders/all-folders.tsx";
import { type Draft, planChange, splitTags } from "#app/features/folders/plan-change.ts";
import { RuleOffers } from "#app/features/folders/rule-offers.tsx";
import { useArrange } from "#app/features/folders/use-arrange.ts";
import { useFolders } from "#app/features/folders/use-folders.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { PartNote } from "#app/ui/part-note.tsx";

export type ArrangeDialogProps = {
  /** One, or those that are selected in a list. */
  meetIds: readonly string[];
  onClose: () => void;
  /** Lists are to be read again: after a change, and after its undo. */
  onChanged: () => void;
};

/** Tags that are offered as buttons. */
const TAGS_SHOWN = 8;

/** The folder and the tags of one meeting or of several, and with it what is to happen to new ones like it. */
export function ArrangeDialog({ meetIds, onClose, onChanged }: ArrangeDialogProps) {
  const { t } = useTranslation(["folders", "common"]);
  const formId = useId();
  const { all, setAll } = useFolders(meetIds.length === 1 ? (meetIds[0] ?? null) : null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [rules, setRules] = useState<{ chosen: readonly RuleTest[]; templateId: string | null }>({
    chosen: [],
    templateId: null,
  });
  const arrange = useArrange({ onChanged, onClose });
  const shown = all && (draft ?? draftOf(all));
  const change = (some: Partial<Draft>) => shown && setDraft({ ...shown, ...some });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!all || !shown || arrange.isBusy) return;
    void arrange.run({ meetIds: [...meetIds], ...planChange(all, shown) }, rules);
  };
  return (
    <Dialog
      open
      title={meetIds.length === 1 ? t("title") : t("titleMany", { count: meetIds.length })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" large onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button kind="primary" large type="submit" form={formId} busy={arrange.isBusy} disabled={!shown}>
            {t(arrange.isBusy ? "saving" : "save")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <form id={formId} className="stack gap-4" onSubmit={onSubmit}>
          {all === undefined && <PartNote room="12.75rem" />}
          {(all === null || arrange.failure !== null) && (
            <FieldError>{arrange.failure ?? t("error.failed")}</FieldError>
          )}
          {all && shown && (
            <>
              <FolderField all={all} draft={shown} change={change} />
              <TagsField all={all} draft={shown} change={change} />
              {all.of !== null && planChange(all, shown).folder && (
                <RuleOffers offers={all.of.offers} value={rules} onChange={setRules} />
              )}
            </>
          )}
        </form>
        {all && <AllFolders all={all} setAll={setAll} onChanged={onChanged} />}
      </div>
    </Dialog>
  );
}

function draftOf({ folders, of }: Folders): Draft {
  const folder = folders.find(({ id }) => id === of?.folderId);
  return { folder: folder?.name ?? "", tags: (of?.tags ?? []).join(", "), isTakenOut: false };
}

type FieldProps = { all: Folders; draft: Draft; change: (some: Partial<Draft>) => void };

function FolderField({ all, draft, change }: FieldProps) {
  const { t } = useTranslation("folders");
  const listId = useId();
  return (
    <>
      <Field label={t("folder")} hint={t("folderHint")}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            list={listId}
            autoComplete="off"
            placeholder={t(all.of === null ? "keepFolder" : "noFolder")}
            value={draft.folder}
            disabled={draft.isTakenOut}
            onChange={({ target }) => change({ folder: target.value })}
          />
        )}
      </Field>
      <datalist id={listId}>
        {all.folders.map(({ id, name, team }) => (
          <option key={id} value={name}>
            {team === null ? name : `${name} · ${team}`}
          </option>
        ))}
      </datalist>
      {all.of === null && (
        <Checkbox
          label={t("noFolder")}
          checked={draft.isTakenOut}
          onChange={({ target }) => change({ isTakenOut: target.checked })}
        />
      )}
    </>
  );
}

function TagsField({ all, draft, change }: FieldProps) {
  const { t } = useTranslation("folders");
  const typed = new Set(splitTags(draft.tags).map((tag) => tag.toLowerCase()));
  const offered = all.tags.filter((tag) => !typed.has(tag.toLowerCase())).slice(0, TAGS_SHOWN);
  return (
    <>
      <Field label={t(all.of === null ? "addTags" : "tags")} hint={t("tagsHint")}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            autoComplete="off"
            value={draft.tags}
            onChange={({ target }) => change({ tags: target.value })}
          />
        )}
      </Field>
      {offered.length > 0 && (
        <div className="row row--wrap">
          {offered.map((tag) => (
            <Button key={tag} kind="quiet" onClick={() => change({ tags: [...splitTags(draft.tags), tag].join(", ") })}>
              #{tag}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
