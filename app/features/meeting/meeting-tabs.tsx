import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { CHAT_HASH, useHash } from "#app/features/meeting/chat/use-chat-place.ts";
import { type Tab, tabOf } from "#app/features/meeting/meeting-tab.ts";
import { useTabPlaces } from "#app/features/meeting/use-tab-places.ts";

/**
 * The parts of the page where there is no room for them side by side. Plain links to fragments: the style sheet shows
 * the part that the address names, with or without JavaScript.
 */
export function MeetingTabs({ underway }: { underway: boolean }) {
  const { t } = useTranslation(["meeting", "chatPanel"]);
  const tabs = useRef<HTMLElement>(null);
  const shown = tabOf(useHash());
  useTabPlaces(tabs);
  const tab = (name: Tab, href: string, text: string) => (
    <a href={href} data-tab={name} aria-current={shown === name ? "true" : undefined}>
      {text}
    </a>
  );
  return (
    <nav ref={tabs} className="tabs meet__tabs" aria-label={t("tabs.label")}>
      {tab("minutes", "#minutes", t(underway ? "tabs.status" : "tabs.minutes"))}
      {tab("transcript", "#transcript", t("tabs.transcript"))}
      {tab("chat", CHAT_HASH, t("chatPanel:tab"))}
    </nav>
  );
}
