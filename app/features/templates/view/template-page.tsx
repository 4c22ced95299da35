import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import { MenuEntry, TeamEntry, type TemplateUse } from "#app/features/templates/list/template-card.tsx";
import { LazyPreview } from "#app/features/templates/preview/lazy-preview.ts";
import type { PreviewMeeting } from "#app/features/templates/preview/preview-panel.tsx";
import { TemplateDialogs } from "#app/features/templates/template-dialogs.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import {
  isChangeable,
  type TemplateActions,
  useTemplateActions,
} from "#app/features/templates/use-template-actions.tsx";
import { FieldEntries } from "#app/features/templates/view/field-entries.tsx";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

type Props = {
  template: ListedTemplate;
  use: TemplateUse;
  /** For the dialog that gives its meetings another one. */
  templates: readonly ListedTemplate[];
  meetings: readonly PreviewMeeting[];
};

/** §2: the template viewer, labelled predefined or custom: its fields, beside what they produce for a meeting. */
export function TemplatePage({ template, use, templates, meetings }: Props) {
  const { t } = useTranslation(["templates", "common"]);
  const { nameOf } = useTemplateNames();
  const actions = useTemplateActions();
  const { description, fields, kind, updatedAt, version } = template;
  const name = nameOf(template);
  return (
    <>
      <main id="main" className="meet meet--build" tabIndex={-1}>
        <article className="doc" aria-labelledby="doc-title">
          <div className="doc__in">
            <div className="doc__bar doc__bar--edit">
              <Link className="crumb note" to="/templates">
                <Icon name="previous" />
                {t("view.back")}
              </Link>
              <ViewActions template={template} name={name} actions={actions} />
            </div>
            <h1 className="title" id="doc-title">
              {name}
            </h1>
            <p className="byline">
              <span>{t(kind)}</span> <span>{t("fieldCount", { count: fields.length })}</span>{" "}
              <span>{use.meetings > 0 ? t("used", { count: use.meetings }) : t("unused")}</span>{" "}
              {use.isDefault && <span>{t("isDefault")}</span>}{" "}
              {updatedAt !== null && (
                <span>
                  {t("view.version", { version })}, <LocalTime at={updatedAt} format="short-date" />
                </span>
              )}
            </p>
            <p className="block__s">{description ?? (template.id === null ? t("basicAbout") : null)}</p>
            <section className="fieldset fieldset--first" aria-label={t("fieldsInOrder")}>
              <FieldEntries fields={fields} />
            </section>
            {kind === "predefined" && <p className="hint block--s">{t("view.locked")}</p>}
            {template.team && <p className="hint block--s">{t("view.ofTeam", { team: template.team.name })}</p>}
          </div>
        </article>
        <LazyPreview key={version} fields={fields} meetings={meetings} editedKey={null} />
      </main>
      <TemplateDialogs actions={actions} templates={templates} />
    </>
  );
}

type ActionsProps = { template: ListedTemplate; name: string; actions: TemplateActions };

function ViewActions({ template, name, actions }: ActionsProps) {
  const { t } = useTranslation("templates");
  const isOwn = isChangeable(template);
  return (
    <div className="row">
      {isOwn && (
        <Button kind="quiet" onClick={() => actions.open("share", template)}>
          <Icon name="link" />
          {t("action.share")}
        </Button>
      )}
      {isOwn ? (
        <Link className={buttonClass("primary")} to={`/templates/${template.id}/edit`}>
          <Icon name="edit" />
          {t("action.edit")}
        </Link>
      ) : (
        <Button kind="primary" busy={actions.isBusy} onClick={() => actions.duplicate(template)}>
          <Icon name="copy" />
          {t("action.duplicate")}
        </Button>
      )}
      <MoreMenu label={t("action.menu", { name })}>
        {isOwn && <MenuEntry icon="copy" text={t("action.duplicate")} onPress={() => actions.duplicate(template)} />}
        {template.team?.isManaged && <TeamEntry template={template} actions={actions} />}
        {isOwn && (
          <MenuEntry icon="again" text={t("action.versions")} onPress={() => actions.open("versions", template)} />
        )}
        <MenuEntry icon="download" text={t("action.export")} onPress={() => actions.export(template)} />
        {isOwn && (
          <MenuEntry icon="trash" text={t("action.delete")} isDanger onPress={() => actions.open("delete", template)} />
        )}
      </MoreMenu>
    </div>
  );
}
