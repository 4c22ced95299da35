import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import { mayHaveLocalModel, watchLocalModel } from "#app/contracts/watch-local-model.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { modelSize } from "#app/i18n/model-size.ts";
import { Button } from "#app/ui/button.tsx";
import { holdFocus } from "#app/ui/hold-focus.ts";
import { Progress } from "#app/ui/progress.tsx";

/** The model that writes minutes on this machine. Not shown where there is none to speak of. */
export function LocalModelSection() {
  const { t } = useTranslation("settings");
  const [state, setState] = useState<LocalModelAnswer | null>(null);
  const [begun, setBegun] = useState(0);
  const section = useRef<HTMLElement>(null);
  const release = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!mayHaveLocalModel(window.location.hostname)) return;
    const end = new AbortController();
    const show = (answer: LocalModelAnswer | null) => {
      // The section comes late, above others.
      if (section.current === null) release.current = holdFocus();
      setState(answer);
    };
    void watchLocalModel(begun > 0, show, end.signal);
    return () => end.abort();
  }, [begun]);
  useLayoutEffect(() => {
    release.current?.();
    release.current = null;
  });
  if (state === null || state.state === "none" || (state.state === "absent" && state.offer === null)) return null;
  return (
    <section ref={section} id="language-model" aria-labelledby="language-model-heading">
      <h2 id="language-model-heading">{t("localModel.heading")}</h2>
      <div className="rows rows--full">
        <div className="row between row--wrap">
          <ModelState state={state} onFetch={() => setBegun((count) => count + 1)} />
        </div>
      </div>
    </section>
  );
}

function ModelState({ state, onFetch }: { state: LocalModelAnswer; onFetch: () => void }) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const button = (text: string) => (
    <Button kind="line" onClick={onFetch}>
      {text}
    </Button>
  );
  switch (state.state) {
    case "ready":
      return <p role="status">{t("localModel.ready")}</p>;
    case "failed":
      return (
        <>
          <p role="alert">{t("localModel.failed")}</p>
          {button(t("localModel.tryAgain"))}
        </>
      );
    case "preparing": {
      const { download } = state;
      const percent = download === null ? 100 : Math.floor((download.receivedBytes / download.totalBytes) * 100);
      return <Progress value={percent} max={100} label={t("localModel.fetching", { percent })} />;
    }
    case "absent":
      return (
        <>
          <p>{t("localModel.offer", { size: modelSize(state.offer?.bytes ?? 0, locale) })}</p>
          {button(t("localModel.fetch"))}
        </>
      );
    case "none":
      return null;
  }
}
