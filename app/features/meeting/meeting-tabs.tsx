import { useTranslation } from "react-i18next";
import { CHAT_HASH, useHash } from "#app/features/meeting/chat/use-chat-place.ts";

/**
 * The parts of the page where there is no room for them side by side. Plain links to fragments: the style sheet shows
 * the part that the address names, with or without JavaScript.
 */
export function MeetingTabs({ underway }: { underway: boolean }) {
  const { t } = useTranslation(["meeting", "chat"]);
  const hash = useHash();
  const onChat = hash === CHAT_HASH;
  const onTranscript = hash === "#transcript" || hash.startsWith("#s-");
  return (
    <nav className="tabs meet__tabs" aria-label={t("tabs.label")}>
      <a href="#minutes" data-tab="minutes" aria-current={onTranscript || onChat ? undefined : "true"}>
        {t(underway ? "tabs.status" : "tabs.minutes")}
      </a>
      <a href="#transcript" data-tab="transcript" aria-current={onTranscript ? "true" : undefined}>
        {t("tabs.transcript")}
      </a>
      <a href={CHAT_HASH} data-tab="chat" aria-current={onChat ? "true" : undefined}>
        {t("chat:tab")}
      </a>
    </nav>
  );
}
