import { useTranslation } from "react-i18next";
import { CHAT_HASH, useHash } from "#app/features/meeting/chat/use-chat-place.ts";
import { useTabPlaces } from "#app/features/meeting/use-tab-places.ts";

/**
 * The parts of the page where there is no room for them side by side. Plain links to fragments: the style sheet shows
 * the part that the address names, with or without JavaScript.
 */
export function MeetingTabs({ underway }: { underway: boolean }) {
  const { t } = useTranslation(["meeting", "chat"]);
  const shown = tabOf(useHash());
  const onClick = useTabPlaces(shown);
  const tab = (name: Tab, href: string, text: string) => (
    <a href={href} data-tab={name} aria-current={shown === name ? "true" : undefined} onClick={onClick}>
      {text}
    </a>
  );
  return (
    <nav className="tabs meet__tabs" aria-label={t("tabs.label")}>
      {tab("minutes", "#minutes", t(underway ? "tabs.status" : "tabs.minutes"))}
      {tab("transcript", "#transcript", t("tabs.transcript"))}
      {tab("chat", CHAT_HASH, t("chat:tab"))}
    </nav>
  );
}

type Tab = "minutes" | "transcript" | "chat";

function tabOf(hash: string): Tab {
  if (hash === CHAT_HASH) return "chat";
  return hash === "#transcript" || hash.startsWith("#s-") ? "transcript" : "minutes";
}
