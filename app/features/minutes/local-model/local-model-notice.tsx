import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useModelWords } from "#app/features/minutes/local-model/local-model-state.tsx";
import { useLocalModel } from "#app/features/minutes/local-model/use-local-model.ts";
import { holdFocus } from "#app/ui/hold-focus.ts";
import { Notice } from "#app/ui/notice.tsx";

/**
 * Where real minutes are missed, in an Acta on the reader's own machine: a model can be fetched to write them, is being fetched, or a
 * server that the reader runs can write. `ready`: shown where the model is there. Shows nothing elsewhere.
 */
export function LocalModelNotice({ isHome = false, ready = null }: { isHome?: boolean; ready?: ReactNode }) {
  const { t } = useTranslation("model");
  const release = useRef<(() => void) | null>(null);
  const began = useRef(false);
  // The notice comes late, above others.
  const { state, isSent, give } = useLocalModel(() => (release.current ??= holdFocus()));
  useLayoutEffect(() => {
    release.current?.();
    release.current = null;
  });
  const words = useModelWords(state, isSent, give);
  if (words) began.current = true;
  if (state?.state === "ready") {
    if (ready !== null) return ready;
    // The person who had it fetched sees that it has come; on the next page there is nothing to say.
    return began.current ? <Place isHome={isHome} text={t("ready")} /> : null;
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
