import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { SearchFilter } from "#app/domain/search/search-query.ts";
import { AskField } from "#app/features/ask/ask-field.tsx";
import { ListedDate } from "#app/i18n/listed-date.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Page } from "#app/ui/page.tsx";

const FILTER_WORDS: readonly SearchFilter[] = ["person", "from", "after", "before"];

type Listed = { id: string; question: string; askedAt: number; questions: number; isShared: boolean };

/** The field, and the person's earlier questions. */
export function AskPage({ threads }: { threads: readonly Listed[] }) {
  const { t } = useTranslation(["ask", "search"]);
  return (
    <Page title={t("title")}>
      <AskField />
      {threads.length === 0 ? (
        <Empty title={t("empty.title")}>
          {t("empty.text")}
          {FILTER_WORDS.map((filter) => (
            <Fragment key={filter}>
              {" "}
              <code>{t(`search:word.${filter}`)}</code>
            </Fragment>
          ))}
        </Empty>
      ) : (
        <section aria-labelledby="threads">
          <h2 className="section" id="threads">
            {t("threads")}
          </h2>
          <ul className="thread-list">
            {threads.map(({ id, question, askedAt, questions, isShared }) => (
              <li key={id}>
                <Link to={`/ask/${id}`}>
                  <span>{question}</span>
                  <span className="note muted">
                    {" "}
                    <ListedDate at={askedAt} />
                    {questions > 1 && ` · ${t("questions", { count: questions })}`}
                    {isShared && ` · ${t("shared")}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}
