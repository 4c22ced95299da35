import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

/**
 * The parts of the page where there is no room for them side by side. Plain links to fragments: the style sheet shows
 * the part that the address names, with or without JavaScript.
 */
export function MeetingTabs({ underway }: { underway: boolean }) {
  const { t } = useTranslation("meeting");
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => "",
  );
  const onTranscript = hash === "#transcript" || hash.startsWith("#s-");
  return (
    <nav className="tabs meet__tabs" aria-label={t("tabs.label")}>
      <a href="#minutes" data-tab="minutes" aria-current={onTranscript ? undefined : "true"}>
        {t(underway ? "tabs.status" : "tabs.minutes")}
      </a>
      <a href="#transcript" data-tab="transcript" aria-current={onTranscript ? "true" : undefined}>
        {t("tabs.transcript")}
      </a>
    </nav>
  );
}

function subscribe(listener: () => void) {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
