import { type FormEvent, useId, useRef, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { addWords, removeWord } from "#app/contracts/endpoints/words.ts";
import type { WordList } from "#app/contracts/words.ts";
import { OWN_WORDS_MAX, OWN_WORDS_TEXT_CHARS_MAX } from "#app/domain/limits/words.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** The names and terms of the person, and those of their team: seen, added, several at once, and removed. */
export function WordsSection({ initial }: { initial: readonly WordList[] }) {
  const { t } = useTranslation("words");
  const [lists, setLists] = useState(initial);
  return (
    <section id="words" aria-labelledby="words-heading">
      <h2 id="words-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">{t("lead")}</p>
        {lists.map((list) => (
          <OneList key={list.list} list={list} isAlone={lists.length === 1} onChange={setLists} />
        ))}
      </div>
    </section>
  );
}

type ListProps = { list: WordList; isAlone: boolean; onChange: (lists: readonly WordList[]) => void };

function OneList({ list: { list, team, editable, words }, isAlone, onChange }: ListProps) {
  const { t } = useTranslation("words");
  const headingId = useId();
  const { isBusy, text, setText, refused, add, remove, field } = useWords(list, onChange);
  return (
    <div className="own-words">
      {!isAlone && (
        <h3 className="label" id={headingId}>
          {team === null ? t("own") : t("team", { name: team })}
        </h3>
      )}
      {editable ? (
        <form className="stack" onSubmit={(event) => void add(event)}>
          <Field label={t(team === null ? "label" : "labelTeam")} hint={t("hint")} error={refused}>
            {(wiring) => (
              <textarea
                {...wiring}
                ref={field}
                className="input"
                rows={3}
                maxLength={OWN_WORDS_TEXT_CHARS_MAX}
                autoCapitalize="words"
                spellCheck={false}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <div className="row between">
            <Button type="submit" large busy={isBusy}>
              {t("add")}
            </Button>
            <span className="note muted num">{t("room", { count: words.length, max: OWN_WORDS_MAX })}</span>
          </div>
        </form>
      ) : (
        <p className="note muted">{t("readOnly")}</p>
      )}
      {words.length === 0 && <p className="note muted">{t("empty")}</p>}
      {words.length > 0 && (
        <ul
          className="own-words__list"
          aria-labelledby={isAlone ? "words-heading" : headingId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={editable ? undefined : 0}
        >
          {words.map((word) => (
            <OneWord key={word.id} {...word} onRemove={editable ? () => void remove(word) : null} />
          ))}
        </ul>
      )}
    </div>
  );
}

type WordProps = WordList["words"][number] & { onRemove: (() => void) | null };

function OneWord({ word, heard, onRemove }: WordProps) {
  const { t } = useTranslation("words");
  return (
    <li>
      <span className="own-words__one">
        {word}
        {heard.length > 0 && <span className="note muted"> {t("heard", { forms: heard.join(", ") })}</span>}
      </span>
      {onRemove && (
        <Button kind="quiet" icon aria-label={t("remove", { word })} title={t("remove", { word })} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      )}
    </li>
  );
}

function useWords(list: WordList["list"], onChange: ListProps["onChange"]) {
  const { t } = useTranslation("words");
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async <Value extends { lists: readonly WordList[] }>(work: Promise<CallResult<Value>>) => {
    setBusy(true);
    const result = await work;
    setBusy(false);
    if (result.ok) onChange(result.value.lists);
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("failed"));
    return result.ok ? result.value : null;
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || text.trim() === "") return field.current?.focus();
    const done = await run(callApi(addWords, { body: { list, text } }));
    if (done === null) return;
    const { added, refused: wrong, full } = done;
    const problems = [
      ...(wrong.length > 0 ? [t("refused", { entries: wrong.slice(0, ENTRIES_SHOWN_MAX).join(", ") })] : []),
      ...(full > 0 ? [t("full", { count: full })] : []),
    ];
    setRefused(problems.length > 0 ? problems.join(". ") : null);
    if (added > 0) toast("done", t("added", { count: added }));
    else if (problems.length === 0) toast("done", t("known"));
    // Entries that were not added stay in the field, to be mended.
    setText(wrong.join("\n"));
    field.current?.focus();
  };
  const remove = async ({ id, word }: WordList["words"][number]) => {
    const done = await run(callApi(removeWord, { params: { wordId: id } }));
    if (done === null) return;
    toast("done", t("removed", { word }));
    // The button that had the focus is gone.
    field.current?.focus();
  };
  return { isBusy, text, setText, refused, add, remove, field };
}

const ENTRIES_SHOWN_MAX = 5;
