import { Form, Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { ShownAskLine, ShownExchange, ShownThread } from "#app/contracts/ask.ts";
import { formatMoment } from "#app/domain/time.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import { AskField } from "#app/features/ask/ask-field.tsx";
import { type Asking, useAnswer } from "#app/features/ask/use-answer.ts";
import { ListedDate } from "#app/i18n/listed-date.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/progress.tsx";

type Props = {
  thread: ShownThread;
  /** The address by which others open a shared thread. */
  link: string;
  /** Offers a model where this machine has none. */
  modelOffer: ReactNode;
};

/** A thread of questions to all meetings, with its answers. */
export function ThreadPage({ thread, link, modelOffer }: Props) {
  const { t } = useTranslation("ask");
  const { id, isOwn, isShared, exchanges } = thread;
  const { asking, last, again } = useAnswer(id, exchanges.at(-1), isOwn);
  const shown = last ? [...exchanges.slice(0, -1), last] : exchanges;
  const isBusy = asking.kind === "looking" || asking.kind === "reading";
  const needsModel = last?.answer?.notice === "needs-model";
  return (
    <Page
      title={t("title")}
      above={
        <Link className="crumb note" to="/ask">
          <Icon name="previous" />
          {t("all")}
        </Link>
      }
      beside={isOwn && <ThreadActions isShared={isShared} />}
    >
      {!isOwn && <p className="note muted">{t("share.byOther")}</p>}
      {isOwn && isShared && <SharedLink link={link} />}
      <ol className="thread" aria-label={t("log")}>
        {shown.map((exchange) => (
          <li className="thread__one" key={exchange.number} aria-busy={(isBusy && exchange === last) || undefined}>
            <h2 className="section">{exchange.question}</h2>
            {exchange.answer && <AskAnswer answer={exchange.answer} />}
            {exchange === last && isOwn && (
              <Progress asking={asking} isRepeatable={(exchange.answer?.trouble ?? null) !== null} onAgain={again} />
            )}
          </li>
        ))}
      </ol>
      <noscript>
        <p className="note">{t("noScript")}</p>
      </noscript>
      {needsModel && modelOffer}
      {/* A new field for the next question. */}
      {isOwn && !isBusy && last?.answer && (
        <AskField key={last.number} threadId={id} label={t("next.label")} placeholder={t("next.placeholder")} />
      )}
    </Page>
  );
}

type Answer = NonNullable<ShownExchange["answer"]>;

/** The lines of an answer, each with the meeting and the moment that it opens. Text, never markup. */
function AskAnswer({ answer }: { answer: Answer }) {
  const { t } = useTranslation("ask");
  const { by, lines, leftOut, lookedAt, notice, trouble, lost } = answer;
  return (
    <>
      {trouble !== null && <p className="note">{t(`trouble.${trouble}`)}</p>}
      {notice !== null && <p className="note">{t(`notice.${notice}`)}</p>}
      {lines.length > 0 && (
        <ul className="thread__lines">
          {lines.map((line) => (
            <Line key={`${line.meetId}${line.segmentId}${line.text}`} line={line} isQuotation={by === "passages"} />
          ))}
        </ul>
      )}
      {lost > 0 && <p className="small muted">{t("lost", { count: lost })}</p>}
      {leftOut > 0 && <p className="small muted">{t("leftOut", { count: leftOut })}</p>}
      <p className="small muted">{t("lookedAt", { count: lookedAt })}</p>
    </>
  );
}

function Line({ line, isQuotation }: { line: ShownAskLine; isQuotation: boolean }) {
  const { t } = useTranslation("ask");
  const { text, unconfirmed, speaker, meetId, title, startsAt, startMs, segmentId } = line;
  return (
    <li>
      {speaker !== undefined && <p className="small muted">{speaker}</p>}
      <p className="reading" dir="auto">
        {isQuotation ? t("quote", { text }) : text}
      </p>
      <p className="note muted thread__from">
        {unconfirmed && <span className="unconfirmed">{t("listen")} · </span>}
        <Link to={`/${meetId}${momentAddress(startMs, segmentId)}`}>
          <span className="sr">{t("openAt")} </span>
          <span className="num">{formatMoment(startMs)}</span> <bdi>{title}</bdi>
        </Link>
        {" · "}
        <ListedDate at={startsAt} />
      </p>
    </li>
  );
}

function Progress(props: { asking: Asking; isRepeatable: boolean; onAgain: () => void }) {
  const { asking, isRepeatable, onAgain } = props;
  const isBusy = asking.kind === "looking" || asking.kind === "reading";
  const { t } = useTranslation("ask");
  return (
    <>
      <p className="note muted row" role="status">
        {isBusy && <Spinner />}
        {asking.kind === "looking" && t("looking")}
        {asking.kind === "reading" && t("reading", { count: asking.meetings })}
        {(asking.kind === "failed" || asking.kind === "lost" || asking.kind === "gone") && t(`trouble.${asking.kind}`)}
        {asking.kind === "too-many" && t("trouble.tooMany", { seconds: asking.seconds })}
      </p>
      {!isBusy && (asking.kind !== "quiet" || isRepeatable) && asking.kind !== "gone" && (
        <p>
          <Button className="note" onClick={onAgain}>
            {t("again")}
          </Button>
        </p>
      )}
    </>
  );
}

function ThreadActions({ isShared }: { isShared: boolean }) {
  const { t } = useTranslation("ask");
  const [isSure, setSure] = useState(false);
  return (
    <Form className="row row--wrap" method="post">
      {isSure ? (
        <>
          <span className="note">{t("remove.ask")}</span>
          <Button kind="quiet" onClick={() => setSure(false)}>
            {t("remove.keep")}
          </Button>
          <Button kind="danger" type="submit" name="change" value="delete">
            {t("remove.start")}
          </Button>
        </>
      ) : (
        <>
          <Button type="submit" name="change" value={isShared ? "hide" : "share"}>
            {t(isShared ? "share.stop" : "share.start")}
          </Button>
          <Button kind="quiet" onClick={() => setSure(true)}>
            {t("remove.start")}
          </Button>
        </>
      )}
    </Form>
  );
}

function SharedLink({ link }: { link: string }) {
  const { t } = useTranslation("ask");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // The browser refused: nothing was copied, so no success is shown.
      setCopied(false);
    }
  };
  return (
    <p className="row row--wrap note thread__shared">
      {t("share.text")}
      <Button onClick={() => void copy()}>
        {isCopied ? <span role="status">{t("share.copied")}</span> : t("share.copy")}
      </Button>
    </p>
  );
}
