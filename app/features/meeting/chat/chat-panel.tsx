import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";
import { useChatPlace } from "#app/features/meeting/chat/use-chat-place.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

type Conversation = ComponentType<{ meetId: string; status: string }>;

/** The chat beside the minutes, in the transcript's place. What is in it loads when it is opened first. */
export function ChatPanel({ meetId, status }: { meetId: string; status: string }) {
  const { t } = useTranslation(["chatPanel", "common"]);
  const opened = useChatPlace();
  const { Conversation, failed, load } = useConversation(opened);
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
                <Button onClick={load}>{t("common:action.retry")}</Button>
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

/** With the texts that only it needs. */
const fetchConversation = () =>
  Promise.all([import("#app/features/meeting/chat/chat-conversation.tsx"), loadLaterTexts()]);

function useConversation(opened: boolean) {
  const [Conversation, setConversation] = useState<Conversation | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    try {
      const [loaded] = await fetchConversation();
      setConversation(() => loaded.ChatConversation);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    // Fetched beforehand when the page has nothing else to do, so that whoever opens it can type at once.
    const idle = setTimeout(() => void fetchConversation().catch(() => {}), AHEAD_MS);
    return () => clearTimeout(idle);
  }, []);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets after the chunk has come, never synchronously
    if (opened) void load();
  }, [opened, load]);
  return { Conversation, failed, load: () => void load() };
}
