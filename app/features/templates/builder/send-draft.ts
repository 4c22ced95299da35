import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure, CallResult } from "#app/contracts/call-result.ts";
import { createTemplate, saveTemplate } from "#app/contracts/endpoints/templates.ts";
import { type ListedTemplate, templateChanged } from "#app/contracts/template/template-answers.ts";
import {
  type BuilderDraft,
  isSameDraft,
  toBuilderDraft,
  toTemplateDraft,
} from "#app/features/templates/builder/builder-draft.ts";

/** A template that is saved already, with the version that the draft is based on; or the id of the creation. */
type SaveTarget = { templateId: string; version: number } | { saveId: string };

/** `earlier`: the draft of a creation whose end is not known. */
type Sending = { target: SaveTarget; draft: BuilderDraft; earlier: BuilderDraft | null };

/** Creates or saves the template. */
export async function sendDraft({ target, draft, earlier }: Sending): Promise<CallResult<ListedTemplate>> {
  if ("templateId" in target) return save(target.templateId, target.version, draft);
  const body = { ...bodyOf(draft), saveId: target.saveId };
  const made = await callApi(createTemplate, { body });
  if (!made.ok || earlier === null || isSameDraft(earlier, draft)) return made;
  // The creation whose answer was lost has made the template, without the changes since.
  const { id, version } = made.value;
  return id === null || isSameDraft(toBuilderDraft(made.value), draft) ? made : save(id, version, draft);
}

/** The template as somebody saved it meanwhile, where a save was refused for that. */
export function savedMeanwhile({ status, body }: CallFailure): ListedTemplate | null {
  const changed = templateChanged.safeParse(body);
  return status === 409 && changed.success ? changed.data.current : null;
}

function save(templateId: string, basedOn: number, draft: BuilderDraft): Promise<CallResult<ListedTemplate>> {
  return callApi(saveTemplate, { params: { templateId }, body: { ...bodyOf(draft), basedOn } });
}

function bodyOf(draft: BuilderDraft) {
  const { fields, ...rest } = toTemplateDraft(draft);
  return { ...rest, fields: [...fields] };
}
