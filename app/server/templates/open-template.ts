import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { TEMPLATE_PREVIEW_MEETINGS } from "#app/domain/limits/screens.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { listMeetings } from "#app/server/workspace/own-meetings.ts";
import type { Services } from "#app/server/services.ts";
import { countTemplateUses, type TemplateUses } from "#app/server/templates/count-uses.ts";
import { listTemplates } from "#app/server/templates/list-templates.ts";

/** Content of the viewer and the builder: a template, its use, and the meetings that its preview can be written from. */
type OpenedTemplate = {
  template: ListedTemplate;
  use: TemplateUses[string];
  templates: ListedTemplate[];
  meetings: { id: string; title: string; startsAt: number }[];
};

type Needs = Pick<Services, "db" | "lists">;

/** `id`: as it stands in an address. Null where the person has no such template. */
export async function openTemplate(
  services: Needs,
  actor: PersonActor,
  id: string | undefined,
  locale: Locale,
): Promise<OpenedTemplate | null> {
  const templates = await listTemplates(services, actor, locale);
  const template = templates.find((each) => (each.id ?? BASIC_SYSTEM_WORD) === id);
  if (template === undefined) return null;
  const [uses, meetings] = await Promise.all([
    countTemplateUses(services, actor),
    listPreviewMeetings(services, actor),
  ]);
  return { template, use: uses[template.id ?? BASIC_SYSTEM_WORD] ?? UNUSED, templates, meetings };
}

const UNUSED = { meetings: 0, isDefault: false };

/** The newest meetings with minutes, without the sample, which a preview always offers. */
export async function listPreviewMeetings(services: Needs, actor: PersonActor): Promise<OpenedTemplate["meetings"]> {
  const listed = await listMeetings(services, actor, {
    limit: TEMPLATE_PREVIEW_MEETINGS,
    statuses: ["SUMMARIZED"],
  });
  return listed.meetings.flatMap(({ id, title, startsAt, isSample }) => (isSample ? [] : [{ id, title, startsAt }]));
}
