import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate, TemplateUsage } from "#app/contracts/template/template-answers.ts";
import { TemplateInUse } from "#app/features/templates/template-in-use.tsx";
import { type ActionFailure, readUses, remove } from "#app/features/templates/template-calls.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";

type DeleteProps = {
  template: ListedTemplate;
  /** Templates that can be used in its place. */
  others: readonly ListedTemplate[];
  onClose: () => void;
  onDuplicate: () => void;
};

/** §4, §8: a template that is in use is not asked about: the dialog says where it is used. Any other one is asked about, and deleted. */
export function DeleteTemplate({ template, others, onClose, onDuplicate }: DeleteProps) {
  const { t } = useTranslation(["templates", "common"]);
  const { nameOf } = useTemplateNames();
  const toast = useToast();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [isDeleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const { usage, setUsage, isRead } = useUsage(template.id);
  if (template.id === null) return null;
  const { id } = template;
  const confirm = async () => {
    setDeleting(true);
    setFailure(null);
    const end = await remove(id);
    setDeleting(false);
    if (end !== "deleted") {
      if ("usage" in end) setUsage(end.usage);
      else setFailure(end.failure);
      return;
    }
    toast("done", t("done.deleted"));
    if (!isShown.current) return;
    onClose();
    if (pathname === "/templates") revalidate();
    else navigate("/templates");
  };
  if (usage) {
    return (
      <TemplateInUse
        id={id}
        name={nameOf(template)}
        usage={usage}
        others={others}
        onUsage={setUsage}
        onFree={() => setUsage(null)}
        onClose={onClose}
        onDuplicate={onDuplicate}
      />
    );
  }
  if (!isRead) return null;
  return (
    <Dialog
      open
      small
      title={t("deleting.title")}
      onClose={onClose}
      closable={!isDeleting}
      footer={
        <>
          {!isDeleting && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="danger" large busy={isDeleting} onClick={() => void confirm()}>
            {t(isDeleting ? "deleting.pending" : "deleting.confirm")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p className="strong">{t("deleting.named", { name: nameOf(template) })}</p>
        <p>{t("deleting.question")}</p>
        <p className="muted">{t("deleting.kept")}</p>
        {failure !== null && <FieldError>{failure === "loading" ? t("failed") : t(`error.${failure}`)}</FieldError>}
      </div>
    </Dialog>
  );
}

/** The places that use the template, once they are read. Those that cannot be read now come with the refusal of the deletion. */
function useUsage(id: string | null) {
  const [usage, setUsage] = useState<TemplateUsage | null>(null);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let isShown = true;
    const read = async (of: string) => {
      const uses = await readUses(of);
      if (!isShown) return;
      if (typeof uses === "object") setUsage(uses.usage);
      setRead(true);
    };
    if (id !== null) void read(id);
    return () => {
      isShown = false;
    };
  }, [id]);
  return { usage, setUsage, isRead };
}
