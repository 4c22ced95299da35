import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import { templateDraft } from "#app/contracts/template/template-changes.ts";
import {
  TEMPLATE_FILE_FORMAT,
  TEMPLATE_FILE_SCHEMA_PATH,
  TEMPLATE_FILE_VERSION,
  type TemplateFile,
  templateFileHead,
} from "#app/contracts/template/template-file.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import type { Services } from "#app/server/services.ts";
import { type CreateRefusal, insertTemplate } from "#app/server/templates/create-template.ts";
import { readTemplate } from "#app/server/templates/list-templates.ts";
import { readDraft, withoutSavedFields } from "#app/server/templates/stored-template.ts";

/** A template as a file of JSON (contracts/template/template-file.ts), and back. */

export async function exportTemplate(
  services: Pick<Services, "db" | "config">,
  actor: PersonActor,
  asked: { id: string; locale: Locale },
): Promise<Outcome<FileToSend, "not-found">> {
  const found = await readTemplate(services, actor, asked);
  if (!found.ok) return found;
  const { name } = found.value;
  const file = fileOf(found.value, services.config.origin);
  return ok({
    contentType: "application/json; charset=utf-8",
    name: { title: name, extension: "json", plain: "template" },
    version: null,
    content: { kind: "made", make: () => `${JSON.stringify(file, null, 2)}\n` },
  });
}

function fileOf({ name, description, fields }: ListedTemplate, origin: string): TemplateFile {
  return {
    $schema: `${origin}${TEMPLATE_FILE_SCHEMA_PATH}`,
    format: TEMPLATE_FILE_FORMAT,
    version: TEMPLATE_FILE_VERSION,
    name,
    description,
    fields: withoutSavedFields(fields).map(({ key, title, type, prompt, description: of, required, columns }) => ({
      key,
      title,
      type,
      prompt,
      description: of ?? null,
      required,
      ...(columns ? { columns } : {}),
    })),
  };
}

/** Makes a template of one's own from a file. The file is untrusted: it passes the same schema and rules as a template that is typed. */
export async function importTemplate(
  services: Pick<Services, "db" | "now" | "log">,
  actor: PersonActor,
  { saveId, file }: { saveId: string; file: unknown },
): Promise<Outcome<ListedTemplate, CreateRefusal | "template-file-unreadable" | "template-file-newer">> {
  const head = templateFileHead.safeParse(file);
  if (!head.success) return refused("template-file-unreadable");
  if (head.data.version > TEMPLATE_FILE_VERSION) return refused("template-file-newer");
  const read = templateDraft.safeParse(file);
  if (!read.success) return refused("template-file-unreadable");
  const { name, description, fields } = read.data;
  const content = readDraft({ name, description, fields: fields.map((field) => ({ ...field, savedFieldId: null })) });
  if (!content.ok) return content;
  const own = { ...content.value, fields: withoutSavedFields(content.value.fields) };
  return insertTemplate(services, actor, { saveId, origin: "import", content: own });
}
