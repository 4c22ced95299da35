import { useTranslation } from "react-i18next";
import { type Exchange, isRepeatable } from "#app/domain/chat/exchange.ts";
import { ChatAnswer } from "#app/features/meeting/chat/chat-answer.tsx";
import { Button } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

type Props = {
  exchange: Exchange;
  /** The sentence that is being written, unchecked. */
  draft: string;
  /** Null while another answer is being written. */
  onAgain: (() => void) | null;
};

/** A question and what came of it. */
export function ChatExchange({ exchange, draft, onAgain }: Props) {
  const { t } = useTranslation("chat");
  const { answer, state } = exchange;
  return (
    <>
      <p className="ask">{exchange.question}</p>
      <div className="answer" aria-busy={state === "answering" || undefined}>
        {answer && <ChatAnswer answer={answer} done={state !== "answering"} />}
        {state === "answering" && (
          <>
            {draft !== "" && (
              // Heard once it has been checked, as a line of the answer.
              <p className="reading draft" aria-hidden="true">
                {draft}
              </p>
            )}
            <p className="small muted row">
              <Spinner /> {t("answer.writing")}
            </p>
          </>
        )}
        {state === "stopped" && <p className="small muted">{t("answer.stopped")}</p>}
        {state === "interrupted" && <p className="note muted">{t("answer.interrupted")}</p>}
        {state === "failed" && <p className="note muted">{t("answer.failed")}</p>}
        {isRepeatable(exchange) && onAgain && (
          <p>
            <Button className="note" onClick={onAgain}>
              {t("answer.again")}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
