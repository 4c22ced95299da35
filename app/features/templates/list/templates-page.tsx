import { Link } from "@remix-run/react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import { plainLetters, stripAccents } from "#app/domain/transcript/fold.ts";
import { TemplateCard, type TemplateUse } from "#app/features/templates/list/template-card.tsx";
import { TemplateDialogs } from "#app/features/templates/template-dialogs.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { type TemplateActions, useTemplateActions } from "#app/features/templates/use-template-actions.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";

type Props = {
  templates: readonly ListedTemplate[];
  /** By id; "system" is Basic system. A template that is not in it is not used. */
  uses: Readonly<Record<string, TemplateUse>>;
  managesTeam: boolean;
};

/** From so many templates on, the list has a search. */
const SEARCH_FROM = 9;

/** §2: predefined and custom templates. */
export function TemplatesPage({ templates, uses, managesTeam }: Props) {
  const { t } = useTranslation(["templates", "common"]);
  const { nameOf, titleOf } = useTemplateNames();
  const actions = useTemplateActions();
  const [words, setWords] = useState("");
  const found = templates.filter((template) => {
    const texts = [nameOf(template), template.description ?? "", ...template.fields.map(titleOf)];
    return fold(words)
      .split(/\s+/)
      .every((word) => texts.some((text) => fold(text).includes(word)));
  });
  const own = found.filter(isOwn);
  const ofTeam = found.filter(({ team }) => team !== undefined);
  const predefined = found.filter(({ kind }) => kind === "predefined");
  const hasOwn = templates.some(isOwn);
  const shared = { uses, actions, managesTeam };
  const isSearched = words.trim() !== "";
  return (
    <>
      <Page title={t("common:menu.templates")} beside={<HeadActions hasOwn={hasOwn} actions={actions} />}>
        <p className="muted block__s">{t("intro")}</p>
        {templates.length >= SEARCH_FROM && <Find words={words} onWords={setWords} count={found.length} />}
        {isSearched && found.length === 0 && (
          <div className="empty">
            <p>{t("noMatch")}</p>
            <Button onClick={() => setWords("")}>{t("clear")}</Button>
          </div>
        )}
        {(own.length > 0 || !isSearched) && (
          <Section title={t("own")} templates={own} {...shared}>
            {!hasOwn && <NoneYet />}
          </Section>
        )}
        {ofTeam.length > 0 && (
          <Section title={t("ofTeam", { team: ofTeam[0]?.team?.name })} templates={ofTeam} {...shared} />
        )}
        {predefined.length > 0 && <Section title={t("predefinedOnes")} templates={predefined} {...shared} />}
      </Page>
      <TemplateDialogs actions={actions} templates={templates} />
    </>
  );
}

function isOwn({ kind, team }: ListedTemplate): boolean {
  return kind === "custom" && team === undefined;
}

function HeadActions({ hasOwn, actions }: { hasOwn: boolean; actions: TemplateActions }) {
  const { t } = useTranslation("templates");
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="row row--wrap">
      <input
        ref={file}
        className="sr"
        type="file"
        accept="application/json,.json"
        tabIndex={-1}
        aria-label={t("action.import")}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = "";
          if (chosen) actions.import(chosen);
        }}
      />
      <Button kind="quiet" large busy={actions.isBusy} onClick={() => file.current?.click()}>
        <Icon name="upload" />
        {t("action.import")}
      </Button>
      {hasOwn && (
        <Link className={buttonClass("primary", "btn--l")} to="/templates/new">
          <Icon name="plus" />
          {t("create")}
        </Link>
      )}
    </div>
  );
}

function Find({ words, onWords, count }: { words: string; onWords: (words: string) => void; count: number }) {
  const { t } = useTranslation("templates");
  const id = useId();
  return (
    <>
      <div className="search tpls__find">
        <label className="sr" htmlFor={id}>
          {t("find")}
        </label>
        <Icon name="search" />
        <input
          className="input"
          id={id}
          type="search"
          value={words}
          placeholder={t("find")}
          onChange={({ target }) => onWords(target.value)}
        />
      </div>
      <p className="sr" role="status">
        {words.trim() !== "" && t("found", { count })}
      </p>
    </>
  );
}

type SectionProps = Props & { title: string; actions: TemplateActions; children?: React.ReactNode };

function Section({ title, templates, uses, actions, managesTeam, children }: SectionProps) {
  const id = useId();
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block__head">
        <h2 className="section" id={id}>
          {title}
        </h2>
        {templates.length > 0 && <span className="note muted num">{templates.length}</span>}
      </div>
      {children}
      {templates.length > 0 && (
        <ul className="tpls">
          {templates.map((template) => (
            <TemplateCard
              key={template.id ?? "system"}
              template={template}
              use={uses[template.id ?? "system"] ?? null}
              actions={actions}
              managesTeam={managesTeam}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoneYet() {
  const { t } = useTranslation("templates");
  return (
    <div className="empty">
      <h3 className="section">{t("empty.title")}</h3>
      <p>{t("empty.text")}</p>
      <Link className={buttonClass("primary", "btn--l")} to="/templates/new">
        <Icon name="plus" />
        {t("empty.action")}
      </Link>
    </div>
  );
}

/** As all searches compare texts. */
const fold = (text: string) => stripAccents(plainLetters(text.toLowerCase())).trim();
