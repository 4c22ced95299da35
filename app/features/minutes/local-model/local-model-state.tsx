import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import type { LocalModelOrder } from "#app/contracts/local-model-order.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { modelSize } from "#app/i18n/model-size.ts";
import { Button } from "#app/ui/button.tsx";
import { Progress } from "#app/ui/progress.tsx";

type Known = Exclude<LocalModelAnswer, { state: "none" }>;
type Give = (order: LocalModelOrder) => void;
type Shown = { text: ReactNode; actions: ReactNode; role: "alert" | "status" };

/**
 * A state of this machine's model in words, and the ways on from it: fetch, pause, go on, try again, or let a server of the person's own
 * write. Null where nothing is missing (`ready`), or nothing can be offered.
 */
export function useModelWords(state: Known | null, isSent: boolean, give: Give): Shown | null {
  const { t } = useTranslation("model");
  const locale = useLocale();
  if (state === null || state.state === "ready") return null;
  const button = (text: string, order: LocalModelOrder) => (
    <Button key={text} kind="line" busy={!isSent} still onClick={() => give(order)}>
      {text}
    </Button>
  );
  const fetchIt = (text: string) => button(text, { do: "fetch" });
  const servers = state.servers.map((wanted) => button(t("use", wanted), { do: "use", wanted }));
  switch (state.state) {
    case "preparing": {
      if (state.download === null) return { text: t("loading"), actions: null, role: "status" };
      return { text: <Fetching {...state.download} />, actions: button(t("pause"), { do: "pause" }), role: "status" };
    }
    case "paused": {
      const text = t("paused", { percent: percentOf(state.download) });
      return { text, actions: [fetchIt(t("resume")), ...servers], role: "status" };
    }
    case "failed": {
      const { problem, uses } = state;
      if (problem === "server-gone" && uses) {
        const own = button(t("useOwn"), { do: "use", wanted: null });
        return { text: t("serverGone", uses), actions: [own, ...servers], role: "alert" };
      }
      return { text: t(failureOf(problem)), actions: [fetchIt(t("tryAgain")), ...servers], role: "alert" };
    }
    case "absent": {
      const { offer } = state;
      if (offer === null && servers.length === 0) return null;
      if (offer === null) return { text: t("offerServers"), actions: servers, role: "status" };
      const size = modelSize(offer.bytes, locale);
      return { text: t("offer", { size }), actions: [fetchIt(t("fetch")), ...servers], role: "status" };
    }
  }
}

function failureOf(problem: string) {
  if (problem === "offline") return "offline" as const;
  return problem === "disk" || problem === "memory" ? problem : ("failed" as const);
}

type Download = { receivedBytes: number; totalBytes: number };

function percentOf({ receivedBytes, totalBytes }: Download): number {
  return Math.floor((receivedBytes / totalBytes) * 100);
}

function Fetching(download: Download) {
  const { t } = useTranslation("model");
  const locale = useLocale();
  const percent = percentOf(download);
  const text = t("fetching", { percent, size: modelSize(download.totalBytes, locale) });
  return (
    <span className="stack">
      <span className="num">{text}</span>
      <Progress value={percent} max={100} label={text} />
    </span>
  );
}
