import { useTranslation } from "#app/i18n/use-translation.ts";
import { useModelWords } from "#app/features/minutes/local-model/local-model-state.tsx";
import { useLocalModel } from "#app/features/minutes/local-model/use-local-model.ts";
import { Button } from "#app/ui/button.tsx";

/** The model that writes minutes on this machine. Not shown where there is none to speak of. */
export function LocalModelSection() {
  const { t } = useTranslation("model");
  const { state, isSent, give } = useLocalModel();
  const words = useModelWords(state, isSent, give);
  const isReady = state?.state === "ready";
  if (words === null && !isReady) return null;
  const uses = isReady ? state.uses : null;
  return (
    <section id="language-model" aria-labelledby="language-model-heading">
      <h2 id="language-model-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <div className="row between row--wrap">
          {words && <p role={words.role}>{words.text}</p>}
          {words?.actions && <p className="row row--wrap">{words.actions}</p>}
          {isReady && <p role="status">{uses ? t("writesFrom", uses) : t("writes")}</p>}
          {uses && (
            <Button kind="line" busy={!isSent} onClick={() => give({ do: "use", wanted: null })}>
              {t("useOwn")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
