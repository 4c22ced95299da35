import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useModelWords } from "#app/features/minutes/local-model/local-model-state.tsx";
import { useLocalModel } from "#app/features/minutes/local-model/use-local-model.ts";
import { Notice } from "#app/ui/notice.tsx";

/**
 * Offers real minutes in an Acta on the reader's own machine: a model can be fetched to write them, is being fetched, or a
 * server that the reader runs can write. `ready`: shown where the model is there. Shows nothing elsewhere.
 */
export function LocalModelNotice({ isHome = false, ready = null }: { isHome?: boolean; ready?: ReactNode }) {
  const { t } = useTranslation("model");
  const { state, wasMissing, isSent, give } = useLocalModel();
  const words = useModelWords(state, isSent, give);
  if (state?.state === "ready") {
    if (ready !== null) return ready;
    // The person who had it fetched sees that it has come; on the next page there is nothing to say.
    return wasMissing ? <Place isHome={isHome} text={t("ready")} /> : null;
  }
  return words && <Place isHome={isHome} {...words} />;
}

type PlaceProps = { isHome: boolean; text: ReactNode; actions?: ReactNode; role?: "alert" | "status" };

function Place({ isHome, text, actions, role = "status" }: PlaceProps) {
  return (
    <div className={isHome ? "block--s" : "edit-note"}>
      <Notice {...(actions ? { action: actions } : {})} role={role}>
        {text}
      </Notice>
    </div>
  );
}
