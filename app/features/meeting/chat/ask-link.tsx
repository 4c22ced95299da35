import { useTranslation } from "react-i18next";
import { CHAT_HASH, wantFocus } from "#app/features/meeting/chat/use-chat-place.ts";
import { Icon } from "#app/ui/icon.tsx";

/** The way to the chat where it stands beside the minutes; elsewhere it is a tab. */
export function AskLink() {
  const { t } = useTranslation("chatPanel");
  return (
    <a className="btn btn--quiet" href={CHAT_HASH} aria-keyshortcuts="a" onClick={wantFocus}>
      <Icon name="chat" />
      {t("open")}
    </a>
  );
}
