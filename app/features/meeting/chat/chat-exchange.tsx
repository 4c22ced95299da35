import { useState } from "react";
import { type Answer, type AnswerLine, type Exchange, isRepeatable, type Notice } from "#app/domain/chat/exchange.ts";
import { noticeText, searchLabel } from "#app/domain/chat/notices.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { formatMoment } from "#app/domain/time.ts";
import { momentsOf } from "#app/domain/transcript/moments.ts";
import { SummaryLine } from "#app/features/meeting/document/summary-line.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import type { Translate } from "#app/i18n/translate.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";

const TRANSCRIPT_HASH = "#transcript";

/** The lines of an answer that are proved, each with its moments, and a note about the rest. Text, never markup. */
function ChatAnswer({ answer, done }: { answer: Answer; done: boolean }) {
  const { t } = useTranslation("chat");
  const { lines, leftOut, notice, trouble } = answer;
  const isEmpty = lines.length === 0;
  return (
    <>
      {trouble === "model-down" && (
        <p className="note chat__trouble">{t(isEmpty ? "answer.downNothing" : "answer.down")}</p>
      )}
      {notice !== null && notice.kind !== "no-passage" && <NoticeOf notice={notice} hasLines={!isEmpty} />}
      {!isEmpty && (
        <ul className="answer__group">
          {lines.map((line) => (
            <SummaryLine key={`${line.text}${line.segmentIds[0] ?? ""}`} item={line}>
              <Line line={line} isQuotation={answer.by === "quotes"} />
            </SummaryLine>
          ))}
        </ul>
      )}
      {notice?.kind === "no-passage" && <NoticeOf notice={notice} hasLines={!isEmpty} />}
      {notice !== null && <SearchWords answer={answer} language={notice.language} />}
      {trouble === "broke-off" && <p className="note chat__trouble">{t("answer.broke")}</p>}
      {leftOut > 0 && <p className="small muted">{t("answer.leftOut", { count: leftOut })}</p>}
      {done && !isEmpty && <AnswerFoot answer={answer} />}
    </>
  );
}

function NoticeOf({ notice, hasLines }: { notice: Notice; hasLines: boolean }) {
  return (
    <p className="reading" lang={notice.language}>
      {noticeText(notice, hasLines)}
    </p>
  );
}

/** Buttons that search the transcript for the words of the question. The search stands in the transcript's panel. */
function SearchWords({ answer, language }: { answer: Answer; language: MeetingLanguage }) {
  const search = useTranscriptSearch();
  if (answer.search.length === 0) return null;
  return (
    <p className="row row--wrap note" lang={language}>
      {searchLabel(language)}
      {answer.search.map(({ word, query }) => (
        <button
          key={word}
          className="btn btn--line note"
          type="button"
          onClick={() => {
            window.location.hash = TRANSCRIPT_HASH;
            search.ask(query, 0);
          }}
        >
          <Icon name="search" />
          {word}
        </button>
      ))}
    </p>
  );
}

function Line({ line, isQuotation }: { line: AnswerLine; isQuotation: boolean }) {
  const { t } = useTranslation("chat");
  const locale = useLocale();
  const { speakers } = useMeetingFacts();
  if (line.spokenMs === undefined) {
    return (
      <>
        {line.speaker !== undefined && <p className="small muted">{line.speaker}</p>}
        <p className="reading">{isQuotation ? t("answer.quote", { text: line.text }) : line.text}</p>
      </>
    );
  }
  const speaker = speakers.get(line.text);
  return (
    <p className="row">
      {speaker && <SpeakerAvatar speaker={speaker} />} {line.text}{" "}
      <span className="muted num">{formatDuration(line.spokenMs, locale)}</span>
    </p>
  );
}

/** Says how the answer was made, and offers to copy it. */
function AnswerFoot({ answer }: { answer: Answer }) {
  const { t } = useTranslation("chat");
  const locale = useLocale();
  const { places } = useMeetingFacts();
  const [copied, setCopied] = useState(false);
  const moments = new Set(
    answer.lines.flatMap((line) => momentsOf(line.segmentIds, places).map(({ startMs }) => startMs)),
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(answer.lines.map(asText).join("\n"));
      setCopied(true);
    } catch {
      // The browser refused: nothing was copied, so no success is shown.
      setCopied(false);
    }
  };
  const asText = (line: AnswerLine) => copiedLine(line, momentsOf(line.segmentIds, places), { t, locale });
  return (
    <p className="row answer__foot">
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("answer.copy")}
        onClick={() => void copy()}
      >
        <Icon name={copied ? "check" : "copy"} />
      </button>
      <span className="small muted">{copied ? <span role="status">{t("answer.copied")}</span> : textOf()}</span>
    </p>
  );

  function textOf(): string {
    if (answer.by === "labels") return t("answer.labels");
    return t(answer.by === "quotes" ? "answer.quotes" : "answer.from", { count: moments.size });
  }
}

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
        {isRepeatable(exchange) && (
          <p>
            {/* Its place stays while another answer is written: what stands below would move twice. */}
            <Button className="note" disabled={onAgain === null} onClick={onAgain ?? undefined}>
              {t("answer.again")}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

type Words = { t: Translate<"chat">; locale: Locale };

/** A line of an answer as plain text: its moments, who said it, what is said, and in brackets what the page shows beside it. */
export function copiedLine(line: AnswerLine, moments: readonly { startMs: number }[], { t, locale }: Words): string {
  const spoken = line.spokenMs === undefined ? null : formatDuration(line.spokenMs, locale);
  // The page has a mark of its own for it (SummaryLine).
  const beside = [line.unconfirmed && t("answer.unconfirmed"), spoken].filter((part) => part).join(" · ");
  return [
    ...moments.map(({ startMs }) => formatMoment(startMs)),
    ...(line.speaker === undefined ? [] : [`${line.speaker}:`]),
    line.text,
    ...(beside === "" ? [] : [`(${beside})`]),
  ].join(" ");
}
