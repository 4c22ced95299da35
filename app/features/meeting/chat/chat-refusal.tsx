import { useTranslation } from "react-i18next";
import type { ChatTrouble } from "#app/features/meeting/chat/chat-state.ts";
import { Button } from "#app/ui/button.tsx";

/** Why a question was not taken, or what became of the line. Beside the field that it is about. */
export function ChatRefusal({ trouble, onLook }: { trouble: ChatTrouble | null; onLook: () => void }) {
  const { t } = useTranslation(["chat", "common"]);
  if (trouble === null) return null;
  return (
    <div className="chat__refusal note" role="alert">
      <p>{textOf(trouble)}</p>
      {trouble.kind === "lost" && (
        <Button kind="quiet" className="note" onClick={onLook}>
          {t("common:action.retry")}
        </Button>
      )}
    </div>
  );

  function textOf(one: ChatTrouble): string {
    switch (one.kind) {
      case "lost":
        return t("refused.lost");
      case "signed-out":
        return t("refused.signedOut");
      case "gone":
        return t("refused.gone");
      case "busy":
        return t("refused.busy");
      case "too-many":
        return t("refused.tooMany", { seconds: one.seconds });
      case "refused":
        return one.text;
    }
  }
}
