import { useTranslation } from "react-i18next";
import type { ShareCall } from "#app/features/meeting/share/share-calls.ts";
import { Button } from "#app/ui/button.tsx";

type Props = { busy: ShareCall["type"] | null; noteId: string; turn: (type: "renew" | "revoke") => void };

/** Another address, or none any more. */
export function LinkItself({ busy, noteId, turn }: Props) {
  const { t } = useTranslation("sharing");
  return (
    <div className="field" role="group" aria-label={t("itself")}>
      <span className="label">{t("itself")}</span>
      <div className="row row--wrap">
        <Button still large busy={busy === "renew"} aria-describedby={noteId} onClick={() => turn("renew")}>
          {t("renew")}
        </Button>
        <Button
          kind="danger-line"
          still
          large
          busy={busy === "revoke"}
          aria-describedby={noteId}
          onClick={() => turn("revoke")}
        >
          {t("revoke")}
        </Button>
      </div>
    </div>
  );
}
