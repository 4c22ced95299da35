import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SUGGESTIONS } from "#app/domain/chat/exchange.ts";
import { ChatComposer } from "#app/features/meeting/chat/chat-composer.tsx";
import { ChatExchange } from "#app/features/meeting/chat/chat-exchange.tsx";
import { answeringOf, type ChatTrouble } from "#app/features/meeting/chat/chat-state.ts";
import { focusWanted } from "#app/features/meeting/chat/use-chat-place.ts";
import { type Chat, useChat } from "#app/features/meeting/chat/use-chat.ts";
import { LocalModelNotice } from "#app/features/minutes/local-model/local-model-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/progress.tsx";

/** Questions and answers, and the field for a new question. */
export function ChatConversation({ meetId, status }: { meetId: string; status: string }) {
  const { t } = useTranslation(["chat", "common"]);
  const chat = useChat(meetId, status);
  const { state } = chat;
  const body = useRef<HTMLElement>(null);
  useEffect(focusWanted, []);
  useNewestInSight(body, state);
  const answering = answeringOf(state);
  const canAsk = state.known?.hasTranscript ?? null;
  return (
    <>
      <section
        ref={body}
        className="chat__body"
        role="log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t("log")}
      >
        {state.known === null && state.trouble === null && (
          <p className="muted row">
            <Spinner /> {t("common:loading")}
          </p>
        )}
        {state.known && state.exchanges.length === 0 && <ChatEmpty known={state.known} />}
        {state.exchanges.map((exchange) => (
          <ChatExchange
            key={exchange.id}
            exchange={exchange}
            draft={exchange.id === answering?.id ? state.draft : ""}
            onAgain={answering ? null : () => chat.askAgain(exchange.id)}
          />
        ))}
        {state.exchanges.at(-1)?.answer?.notice?.kind === "needs-model" && <LocalModelNotice />}
        {state.exchanges.length > 0 && !answering && <ChatClear onClear={chat.clear} />}
      </section>
      <div className="panel__foot stack">
        <ChatRefusal trouble={state.trouble} onLook={chat.look} />
        <Suggestions chat={chat} disabled={!canAsk} />
        <ChatComposer
          answering={answering !== null}
          canAsk={canAsk}
          onAsk={(question) => chat.ask(question, null)}
          onBusy={chat.busy}
          onStop={chat.stop}
        />
      </div>
    </>
  );
}

function ChatEmpty({ known }: { known: NonNullable<Chat["state"]["known"]> }) {
  const { t } = useTranslation("chat");
  if (!known.hasTranscript) return <p className="muted">{t("empty.noTranscript")}</p>;
  return (
    <div className="stack muted">
      <p>{t("empty.lead")}</p>
      {known.engine === "quotes" && <p>{t("empty.quotes")}</p>}
    </div>
  );
}

/** §1: the four suggested questions. */
function Suggestions({ chat, disabled }: { chat: Chat; disabled: boolean }) {
  const { t } = useTranslation("chat");
  return (
    <div className="suggest">
      {SUGGESTIONS.map((suggestion) => (
        <button
          key={suggestion}
          className="btn btn--line note"
          type="button"
          // They scroll on a phone, so that a key must reach them before they can be pressed.
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (!disabled) void chat.ask(t(`suggestion.${suggestion}.question`), suggestion);
          }}
        >
          {t(`suggestion.${suggestion}.name`)}
        </button>
      ))}
    </div>
  );
}

/** Greatest distance from the end, in px, at which a growing answer scrolls the reader along: two lines. */
const NEAR_END_PX = 64;

/** Scrolls a new question into view. A growing answer scrolls only for readers who are at its end. */
function useNewestInSight(body: React.RefObject<HTMLElement>, { exchanges, draft }: Chat["state"]) {
  const count = useRef(0);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const onScroll = () => {
      atEnd.current = isEndInSight(element);
    };
    // On a phone the page scrolls, not the panel; a capturing listener receives both.
    document.addEventListener("scroll", onScroll, { passive: true, capture: true });
    return () => document.removeEventListener("scroll", onScroll, { capture: true });
  }, [body]);
  useEffect(() => {
    const element = body.current;
    const added = exchanges.length > count.current;
    count.current = exchanges.length;
    if (!element || !(added || atEnd.current)) return;
    element.scrollTo({ top: element.scrollHeight });
    if (element.offsetParent !== null) element.lastElementChild?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the draft is not read here; that it grew is the point
  }, [body, exchanges, draft]);
}

function isEndInSight(log: HTMLElement): boolean {
  if (getComputedStyle(log).overflowY === "auto")
    return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX;
  const end = log.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  return end < window.innerHeight + NEAR_END_PX;
}

/** Why a question was not taken, or what became of the line. Beside the field that it is about. */
function ChatRefusal({ trouble, onLook }: { trouble: ChatTrouble | null; onLook: () => void }) {
  const { t } = useTranslation(["chat", "common"]);
  if (trouble === null) return null;
  return (
    <div className="chat__refusal note" role="alert">
      <p>{textOf(trouble)}</p>
      {trouble.kind === "lost" && (
        <Button kind="quiet" className="note" onClick={onLook}>
          {t("common:action.retry")}
        </Button>
      )}
    </div>
  );

  function textOf(one: ChatTrouble): string {
    switch (one.kind) {
      case "lost":
        return t("refused.lost");
      case "signed-out":
        return t("refused.signedOut");
      case "gone":
        return t("refused.gone");
      case "busy":
        return t("refused.busy");
      case "too-many":
        return t("refused.tooMany", { seconds: one.seconds });
      case "refused":
        return one.text;
    }
  }
}

/** Removes the conversation, after asking in its own place. */
function ChatClear({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("chat");
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  if (!asking) {
    return (
      <Button kind="quiet" className="note chat__clear" onClick={() => setAsking(true)}>
        {t("clear.clear")}
      </Button>
    );
  }
  return (
    <div className="chat__sure" role="alertdialog" aria-label={t("clear.ask")}>
      <p className="note">{t("clear.ask")}</p>
      <p className="row">
        <Button
          kind="danger-line"
          className="note"
          onClick={() => {
            setAsking(false);
            onClear();
          }}
        >
          {t("clear.yes")}
        </Button>
        <Button ref={keep} kind="quiet" className="note" onClick={() => setAsking(false)}>
          {t("clear.no")}
        </Button>
      </p>
    </div>
  );
}
