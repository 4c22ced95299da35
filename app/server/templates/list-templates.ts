import type { ListedTemplate } from "#app/contracts/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { PREDEFINED_IDS, predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Services } from "#app/server/services.ts";

/** The templates that a person can choose: Basic system and the predefined ones in their language. */
export async function listTemplates(
  _services: Pick<Services, "db">,
  _actor: PersonActor,
  locale: Locale,
): Promise<ListedTemplate[]> {
  const predefined = PREDEFINED_IDS.flatMap((id) => predefinedTemplate(id, locale) ?? []);
  return [BASIC_SYSTEM, ...predefined].map(predefinedAsListed);
}

function predefinedAsListed({ id, name, description, fields }: TemplateSnapshot): ListedTemplate {
  return {
    id,
    name,
    description: description ?? null,
    kind: "predefined",
    fields,
    version: 0,
    updatedAt: null,
    origin: null,
  };
}
