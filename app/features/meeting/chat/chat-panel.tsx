import { useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useChatPlace } from "#app/features/meeting/chat/use-chat-place.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazy } from "#app/i18n/use-lazy.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";

const conversation = lazy(
  async () => (await import("#app/features/meeting/chat/chat-conversation.tsx")).ChatConversation,
  ["chat", "model"],
);

/** The chat beside the minutes, in the transcript's place. What is in it loads when it is opened first. */
export function ChatPanel({ meetId, status }: { meetId: string; status: string }) {
  const { t } = useTranslation(["chatPanel", "common"]);
  const opened = useChatPlace();
  const { value: Conversation, failed, again } = useLazy(conversation, { isWanted: opened });
  useFetchedAhead();
  return (
    <section id="chat" className="panel panel--chat" aria-label={t("label")}>
      <header>
        <div className="panel__head">
          <h2 className="section">{t("title")}</h2>
          <a className="btn btn--quiet btn--icon close" href="#transcript" aria-label={t("close")}>
            <Icon name="close" />
          </a>
        </div>
      </header>
      {Conversation ? (
        <Conversation meetId={meetId} status={status} />
      ) : (
        <div className="panel__empty stack">
          {failed ? (
            <>
              <p role="alert">{t("notLoaded")}</p>
              <p>
                <Button onClick={again}>{t("common:action.retry")}</Button>
              </p>
            </>
          ) : (
            opened && (
              <p className="muted row">
                <Spinner /> {t("common:loading")}
              </p>
            )
          )}
          <noscript>
            <p>{t("noScript")}</p>
          </noscript>
        </div>
      )}
    </section>
  );
}

/** The page itself comes first: minutes, player and what they load. */
const AHEAD_MS = 1500;

/** Fetches the conversation when the page has nothing else to do, so that whoever opens the chat can type at once. */
function useFetchedAhead(): void {
  useEffect(() => {
    const idle = setTimeout(conversation.fetchAhead, AHEAD_MS);
    return () => clearTimeout(idle);
  }, []);
}
