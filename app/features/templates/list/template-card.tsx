import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import { pathId } from "#app/domain/template/template.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { isChangeable, type TemplateActions } from "#app/features/templates/use-template-actions.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

/** Uses of a template, for its card. */
export type TemplateUse = { meetings: number; isDefault: boolean };

/** Fields that a card names; the others are counted. */
const FIELDS_SHOWN = 4;

type Props = {
  template: ListedTemplate;
  use: TemplateUse | null;
  actions: TemplateActions;
  /** The reader administers a team. */
  managesTeam: boolean;
};

/** A small table of contents. Four actions in words, the others in the menu. */
export function TemplateCard({ template, use, actions, managesTeam }: Props) {
  const { t } = useTranslation("templates");
  const { nameOf, titleOf, typeOf } = useTemplateNames();
  const { fields, description } = template;
  const name = nameOf(template);
  const address = `/templates/${pathId(template.id)}`;
  // One more line takes no more room than the line that counts it.
  const shown = fields.length === FIELDS_SHOWN + 1 ? fields : fields.slice(0, FIELDS_SHOWN);
  return (
    <li className="tpl">
      <div className="row between tpl__head">
        <h3 className="tpl__name">
          <Link className="quiet" to={address}>
            {name}
          </Link>
        </h3>
        <CardMenu template={template} name={name} actions={actions} managesTeam={managesTeam} />
      </div>
      <p className="note muted tpl__note">
        {description ?? (template.id === null ? t("basicAbout") : <span className="unsaid">{t("noDescription")}</span>)}
      </p>
      <ol className="tpl__fields" aria-label={t("fieldsOf", { name })}>
        {shown.map((field) => (
          <li key={field.key}>
            <span>{titleOf(field)}</span>
            <span className="small muted">{typeOf(field.type)}</span>
          </li>
        ))}
        {fields.length > shown.length && (
          <li className="muted note">{t("more", { count: fields.length - shown.length })}</li>
        )}
      </ol>
      <p className="small muted num tpl__foot">
        {t("fieldCount", { count: fields.length })} ·{" "}
        {use !== null && use.meetings > 0 ? t("used", { count: use.meetings }) : t("unused")}
        {use?.isDefault && (
          <>
            {" "}
            · <span className="ink">{t("isDefault")}</span>
          </>
        )}
      </p>
      <CardActions template={template} name={name} actions={actions} address={address} />
    </li>
  );
}

type ActionsProps = Pick<Props, "template" | "actions"> & { name: string; address: string };

/** §2: view, edit, duplicate and delete. A predefined one can be neither edited nor deleted. */
function CardActions({ template, name, actions, address }: ActionsProps) {
  const { t } = useTranslation("templates");
  const isOwn = isChangeable(template);
  return (
    <div className="row tpl__do">
      <Link className={buttonClass("quiet")} to={address} aria-label={t("action.viewLabel", { name })}>
        {t("action.view")}
      </Link>
      {isOwn && (
        <Link className={buttonClass("quiet")} to={`${address}/edit`} aria-label={t("action.editLabel", { name })}>
          {t("action.edit")}
        </Link>
      )}
      <Button
        kind="quiet"
        aria-label={t("action.duplicateLabel", { name })}
        onClick={() => actions.duplicate(template)}
      >
        {t("action.duplicate")}
      </Button>
      {isOwn && (
        <Button
          kind="quiet"
          aria-label={t("action.deleteLabel", { name })}
          onClick={() => actions.open("delete", template)}
        >
          {t("action.delete")}
        </Button>
      )}
    </div>
  );
}

type MenuProps = { template: ListedTemplate; name: string; actions: TemplateActions; managesTeam: boolean };

function CardMenu({ template, name, actions, managesTeam }: MenuProps) {
  const { t } = useTranslation("templates");
  const isOwn = isChangeable(template);
  return (
    <MoreMenu label={t("action.menu", { name })}>
      {isOwn && <MenuEntry icon="link" text={t("action.share")} onPress={() => actions.open("share", template)} />}
      {isOwn && managesTeam && <TeamEntry template={template} actions={actions} />}
      <MenuEntry icon="download" text={t("action.export")} onPress={() => actions.export(template)} />
      {isOwn && (
        <MenuEntry icon="again" text={t("action.versions")} onPress={() => actions.open("versions", template)} />
      )}
    </MoreMenu>
  );
}

/** An administrator gives a template to the team, or takes it back for its creator. */
export function TeamEntry({ template, actions }: Pick<MenuProps, "template" | "actions">) {
  const { t } = useTranslation("templates");
  const isTeams = template.team !== undefined;
  return (
    <MenuEntry
      icon="person"
      text={t(isTeams ? "action.fromTeam" : "action.toTeam")}
      onPress={() => actions.share(template, !isTeams)}
    />
  );
}

type EntryProps = { icon: IconName; text: string; isDanger?: boolean; onPress: () => void };

/** The menu closes with the choice, and the focus goes back to its button, where a dialog finds it. */
export function MenuEntry({ icon, text, isDanger, onPress }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        className={isDanger ? "danger" : undefined}
        onClick={({ currentTarget }) => {
          const details = currentTarget.closest("details");
          if (details) details.open = false;
          details?.querySelector("summary")?.focus();
          onPress();
        }}
      >
        <Icon name={icon} />
        {text}
      </button>
    </li>
  );
}
