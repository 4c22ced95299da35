import { Form, Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import {
  FILTERS_SHOWN,
  type FoundMeeting,
  linesOf,
  markedTitle,
  momentHref,
  searchHref,
  widerOptions,
} from "#app/features/search/box-options.ts";
import { FoundAt, FoundFacts, FoundLine, MarkedText, useCountText } from "#app/features/search/found-text.tsx";
import "#app/features/search/search.css";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";

type Props = {
  typed: string;
  answer: SearchAnswer;
  /** Whether this is the first page of the results. */
  isFirst: boolean;
};

/** The search as a page of its own: works without JavaScript, has an address, and shows the results that the box has no room for. */
export function SearchPage({ typed, answer, isFirst }: Props) {
  const { t } = useTranslation("search");
  return (
    <Page title={t("title")}>
      <Form className="search-page__find" method="get" action="/search" role="search" key={typed}>
        <div className="search search--wide">
          <label className="sr" htmlFor="search-text">
            {t("label")}
          </label>
          <Icon name="search" />
          <input
            className="input"
            id="search-text"
            type="search"
            name="q"
            defaultValue={typed}
            placeholder={t("label")}
          />
        </div>
        <Button type="submit" kind="primary" large>
          {t("page.submit")}
        </Button>
      </Form>
      {typed.trim() === "" ? <Hints /> : <Results typed={typed} answer={answer} isFirst={isFirst} />}
    </Page>
  );
}

function Results({ typed, answer: { asked, meetings, cursor, isComplete }, isFirst }: Props) {
  const { t } = useTranslation("search");
  const countText = useCountText();
  const isNothing = meetings.length === 0 && cursor === null && isFirst;
  return (
    <>
      {!isComplete && <Notice title={t("page.indexingTitle")}>{t("indexing")}</Notice>}
      {asked.unread.length > 0 && <p className="note">{t("unread", { filter: asked.unread.join(", ") })}</p>}
      {isNothing ? (
        <NoMatches typed={typed} />
      ) : (
        <>
          <p className="note muted num">{countText({ meetings, hasMore: cursor !== null })}</p>
          <ol className="search-page__hits">
            {meetings.map((meeting) => (
              <Hit key={meeting.meetId} meeting={meeting} />
            ))}
          </ol>
        </>
      )}
      <p className="row row--wrap">
        {!isFirst && (
          <Link className={buttonClass("line")} to={searchHref(typed)}>
            {t("page.first")}
          </Link>
        )}
        {cursor !== null && (
          <Link className={buttonClass("line")} to={searchHref(typed, cursor)}>
            {t("page.older")}
          </Link>
        )}
      </p>
    </>
  );
}

function Hit({ meeting }: { meeting: FoundMeeting }) {
  const { t } = useTranslation("search");
  const { meetId, count, moments } = meeting;
  const more = count - moments.length;
  return (
    <li className="search-page__hit">
      <div className="hit--meeting">
        <h2 className="hit__title">
          <Link to={`/${meetId}`} dir="auto">
            <MarkedText {...markedTitle(meeting)} />
          </Link>
        </h2>
        <FoundFacts meeting={meeting} />
      </div>
      <ul>
        {linesOf(meeting).map((moment) => (
          <li key={`${moment.kind}${moment.startMs}${moment.text}`}>
            <Link className="hit hit--line" to={momentHref(meetId, moment)}>
              <span className="hit__when">
                <FoundAt moment={moment} />
              </span>
              <FoundLine moment={moment} />
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="note muted search-page__more">{t("more", { count: more })}</p>}
    </li>
  );
}

function NoMatches({ typed }: { typed: string }) {
  const { t } = useTranslation("search");
  const wider = widerOptions(typed);
  return (
    <Empty
      title={t("noMatches")}
      action={
        wider.length > 0 && (
          <ul className="row row--wrap" aria-label={t("group.wider")}>
            {wider.map((option) => (
              <li key={option.id}>
                <Link className={buttonClass("line")} to={searchHref(option.typed)}>
                  {t(`wider.${option.kind}`, { part: option.part })}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    >
      {t("lookedThrough")}
    </Empty>
  );
}

/** The filters as words, before anything was asked. */
function Hints() {
  const { t } = useTranslation("search");
  return (
    <section className="block" aria-labelledby="hints">
      <h2 className="section" id="hints">
        {t("group.hints")}
      </h2>
      <dl className="search-page__hints">
        {FILTERS_SHOWN.map((filter) => (
          <div key={filter}>
            <dt className="hit__word">{t(`word.${filter}`)}</dt>
            <dd className="muted">{t(`hint.${filter}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
