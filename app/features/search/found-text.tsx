import { Fragment } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { FoundMeeting, FoundMoment } from "#app/features/search/box-options.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { ListedDate } from "#app/i18n/listed-date.tsx";
import { useLocale } from "#app/i18n/local-time.tsx";

/** A text with what was looked for in it marked. */
export function MarkedText({ text, marks }: Pick<FoundMoment, "text" | "marks">) {
  const starts = [0, ...marks.map(({ end }) => end)];
  return (
    <>
      {starts.map((start, index) => {
        const mark = marks[index];
        return (
          <Fragment key={start}>
            {text.slice(start, mark?.start)}
            {mark && <mark>{text.slice(mark.start, mark.end)}</mark>}
          </Fragment>
        );
      })}
    </>
  );
}

/** The label before a found line: the moment that it opens, or where it was found. */
export function FoundAt({ moment: { kind, startMs } }: { moment: FoundMoment }) {
  const { t } = useTranslation("search");
  if (startMs === null) return <span className="note muted">{t(`kind.${kind}`)}</span>;
  return (
    <span className="moment">
      <span className="sr">{`${t(`kind.${kind}`)}, `}</span>
      <time dateTime={`PT${Math.floor(startMs / 1000)}S`}>{formatMoment(startMs)}</time>
    </span>
  );
}

/** A found line: who said it, the words around what was looked for, and the mark of minutes that are not confirmed. */
export function FoundLine({ moment: { speaker, text, marks, unconfirmed } }: { moment: FoundMoment }) {
  const { t } = useTranslation("search");
  return (
    <span className="hit__text">
      {speaker !== null && <b className="hit__who">{`${speaker}: `}</b>}
      <bdi>
        <Near text={text} marks={marks} />
      </bdi>
      {unconfirmed && <span className="unconfirmed">{` · ${t("unconfirmed")}`}</span>}
    </span>
  );
}

/** Characters before the first mark for which a telephone has room. */
const NEAR_CHARS = 20;

/** The words around what was looked for. A telephone leaves out those that would push it out of the line. */
function Near({ text, marks }: Pick<FoundMoment, "text" | "marks">) {
  const at = marks[0]?.start ?? 0;
  const space = at > NEAR_CHARS ? text.indexOf(" ", at - NEAR_CHARS) : -1;
  const from = space === -1 || space >= at ? unspacedFrom(text, at) : space + 1;
  if (from === 0) return <MarkedText text={text} marks={marks} />;
  const moved = marks.map(({ start, end }) => ({ start: start - from, end: end - from }));
  return (
    <>
      <span className="hit__far">{text.slice(0, from)}</span>
      <MarkedText text={text.slice(from)} marks={moved} />
    </>
  );
}

/** The place at which a text without spaces may be cut before a mark; 0 where it is no such text. */
function unspacedFrom(text: string, at: number): number {
  if (at <= NEAR_CHARS) return 0;
  const near = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.exec(
    text.slice(at - NEAR_CHARS, at),
  );
  return near === null ? 0 : at - NEAR_CHARS + near.index;
}

/** Date and length of a found meeting. */
export function FoundFacts({ meeting: { startsAt, durationMs } }: { meeting: FoundMeeting }) {
  const locale = useLocale();
  return (
    <span className="note muted num hit__meta">
      <ListedDate at={startsAt} />
      {durationMs !== null && ` · ${formatDuration(durationMs, locale)}`}
    </span>
  );
}

type Counted = { meetings: readonly FoundMeeting[]; hasMore: boolean };

/** "7 moments in 3 meetings". A search by filters alone finds meetings without moments. */
export function useCountText(): (found: Counted) => string {
  const { t } = useTranslation("search");
  return ({ meetings, hasMore }) => {
    if (meetings.length === 0) return t(hasMore ? "notYet" : "nothing");
    const moments = meetings.reduce((sum, { count }) => sum + count, 0);
    const inMeetings = t("count.meetings", { count: meetings.length });
    const text =
      moments === 0
        ? inMeetings
        : t("count.both", { moments: t("count.moments", { count: moments }), meetings: inMeetings });
    return hasMore ? t("count.first", { found: text }) : text;
  };
}
