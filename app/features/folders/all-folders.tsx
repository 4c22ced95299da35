import { useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { changeFolder, deleteFolder, deleteFolderRule } from "#app/contracts/endpoints/folders.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import type { Folder, FolderRule, Folders } from "#app/contracts/folders.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { all: Folders; setAll: (all: Folders) => void; onChanged: () => void };
/** Makes a change and shows all as it is then. */
type Make = (call: Promise<CallResult<Folders>>) => Promise<void>;

/** Every folder and rule, to be renamed, shared or deleted. Closed until somebody opens it. */
export function AllFolders({ all, setAll, onChanged }: Props) {
  const { t } = useTranslation("folders");
  const toast = useToast();
  const { folders, rules, canShare } = all;
  const make: Make = async (call) => {
    const end = await call;
    if (!end.ok) return toast("error", end.message ?? t("error.failed"));
    // Of the meeting of the dialog nothing has changed but, maybe, its folder.
    setAll({ ...end.value, of: all.of });
    onChanged();
  };
  if (folders.length + rules.length === 0) return null;
  return (
    <details>
      <summary className="note">{t("manage")}</summary>
      <ul className="plain stack">
        {folders.map((folder) => (
          <FolderLine key={folder.id} folder={folder} canShare={canShare} make={make} />
        ))}
      </ul>
      {canShare && <p className="note">{t("shareHint")}</p>}
      {rules.length > 0 && (
        <>
          <p className="strong">{t("rules")}</p>
          <ul className="plain stack">
            {rules.map((rule) => (
              <RuleLine key={rule.id} rule={rule} make={make} />
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function FolderLine({ folder, canShare, make }: { folder: Folder; canShare: boolean; make: Make }) {
  const { t } = useTranslation(["folders", "common"]);
  const { id, name, team, editable } = folder;
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const [typed, setTyped] = useState(name);
  const change = (body: { name?: string; shared?: boolean }) => {
    setDoing(null);
    void make(callApi(changeFolder, { params: { folderId: id }, body }));
  };
  return (
    <li className="row row--wrap">
      <span>{team === null ? name : `${name} · ${team}`}</span>
      {editable && doing === null && (
        <>
          <Button kind="quiet" aria-label={`${t("rename")}: ${name}`} onClick={() => setDoing("rename")}>
            {t("rename")}
          </Button>
          {(canShare || team !== null) && (
            <Button kind="quiet" onClick={() => change({ shared: team === null })}>
              {t(team === null ? "share" : "unshare")}
            </Button>
          )}
          <Button kind="quiet" icon aria-label={t("deleteOf", { name })} onClick={() => setDoing("delete")}>
            <Icon name="trash" />
          </Button>
        </>
      )}
      {doing === "rename" && (
        <>
          <input
            className="input"
            aria-label={t("renameOf", { name })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button onClick={() => change({ name: typed })}>{t("rename")}</Button>
        </>
      )}
      {doing === "delete" && (
        <>
          <span className="note">{t("deleteSure")}</span>
          <Button className="danger" onClick={() => void make(callApi(deleteFolder, { params: { folderId: id } }))}>
            {t("delete")}
          </Button>
        </>
      )}
      {doing !== null && (
        <Button kind="quiet" onClick={() => setDoing(null)}>
          {t("common:action.cancel")}
        </Button>
      )}
    </li>
  );
}

function RuleLine({ rule, make }: { rule: FolderRule; make: Make }) {
  const { t } = useTranslation("folders");
  const { id, kind, value, folder, tags } = rule;
  const test = t(`rule.${kind}`, { value });
  const said = [
    folder === null ? "" : t("rule.to", { folder }),
    tags.length === 0 ? "" : t("rule.tags", { tags: tags.join(", ") }),
  ].filter((part) => part !== "");
  return (
    <li className="row row--wrap">
      <span>
        {test} {said.join(", ")}
      </span>
      <Button
        kind="quiet"
        icon
        aria-label={t("rule.remove", { rule: test })}
        onClick={() => void make(callApi(deleteFolderRule, { params: { ruleId: id } }))}
      >
        <Icon name="trash" />
      </Button>
    </li>
  );
}
