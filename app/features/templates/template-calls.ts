import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import {
  deleteTemplate,
  duplicateTemplate,
  exportTemplate,
  importTemplate,
  readTemplateUsage,
  switchTemplate,
} from "#app/contracts/endpoints/templates.ts";
import { shareTemplateWithTeam, takeTemplateFromTeam } from "#app/contracts/endpoints/template-links.ts";
import { type ListedTemplate, type TemplateUsage, templateUsage } from "#app/contracts/template/template-answers.ts";
import { randomId } from "#app/domain/ids.ts";
import { TEMPLATE_BYTES_MAX } from "#app/domain/limits/templates.ts";
import { pathId } from "#app/domain/template/template.ts";

/** Actions on a template that the list and the viewer share, which load with the first use. A failure is a key of the texts; null: the page's notice speaks of it. */

export type ActionFailure =
  | "duplicate"
  | "delete"
  | "deleteFailed"
  | "unknown"
  | "importFile"
  | "importNewer"
  | "importSize"
  | "saving"
  | "tooMany"
  | "switch"
  | "team"
  | "loading";
type End<Value> = { ok: true; value: Value } | { ok: false; failure: ActionFailure | null };

const refuse = (failure: ActionFailure | null) => ({ ok: false, failure }) as const;

export async function duplicate(id: string | null, name: string): Promise<End<ListedTemplate>> {
  const end = await callApi(duplicateTemplate, {
    params: { templateId: pathId(id) },
    body: { saveId: randomId(), name },
  });
  return end.ok ? { ok: true, value: end.value } : refuse(failureOf(end, "duplicate"));
}

/** Gives the template to the team, or takes it back. */
export async function changeTeam(id: string, isTeams: boolean): Promise<End<null>> {
  const params = { templateId: id };
  const end = isTeams
    ? await callApi(shareTemplateWithTeam, { params })
    : await callApi(takeTemplateFromTeam, { params });
  return end.ok ? { ok: true, value: null } : refuse(failureOf(end, "team"));
}

type Deletion = "deleted" | { usage: TemplateUsage } | { failure: ActionFailure | null };

/** The places that use the template; "unused" also for one that is not there any more. */
export async function readUses(id: string): Promise<{ usage: TemplateUsage } | "unused" | "unknown"> {
  const end = await callApi(readTemplateUsage, { params: { templateId: id } });
  if (!end.ok) return end.status === 404 ? "unused" : "unknown";
  return isUsed(end.value.usage) ? { usage: end.value.usage } : "unused";
}

export function isUsed({ meetings, planned, calendars, isDefault, isDefaultOfOthers }: TemplateUsage): boolean {
  return meetings + planned + calendars > 0 || isDefault || isDefaultOfOthers;
}

/** A template that is not there (any more) is as gone as it was to be. */
export async function remove(id: string): Promise<Deletion> {
  const end = await callApi(deleteTemplate, { params: { templateId: id }, unread: true });
  if (end.ok || end.status === 404) return "deleted";
  const used = templateUsage.safeParse(end.body);
  if (end.status === 409 && used.success) return { usage: used.data.usage };
  return { failure: failureOf(end, end.status >= 500 ? "deleteFailed" : "delete") };
}

/** Changes the template wherever it is used, a part of the meetings with each call. */
export async function switchAll(id: string, to: string | null): Promise<End<TemplateUsage>> {
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const end = await callApi(switchTemplate, { params: { templateId: id }, body: { to } });
    if (!end.ok) return refuse(failureOf(end, "switch"));
    // Meetings that cannot be changed now, such as those that are being written, would be asked for again and again.
    if (end.value.left === 0 || end.value.left >= left) return { ok: true, value: end.value.usage };
    left = end.value.left;
  }
}

/** Saves the template as a file. */
export async function saveAsFile(id: string | null, name: string): Promise<End<null>> {
  const end = await callApi(exportTemplate, { params: { templateId: pathId(id) } });
  if (!end.ok) return refuse(failureOf(end, "loading"));
  const address = URL.createObjectURL(await end.value.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "template"}.json`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
  return { ok: true, value: null };
}

const REVOKE_MS = 60_000;

/** Reads a file that a person chose. Whatever it holds is checked by the server. */
export async function importFile(file: File): Promise<End<ListedTemplate>> {
  if (file.size > TEMPLATE_BYTES_MAX) return refuse("importSize");
  let parsed: unknown;
  try {
    parsed = JSON.parse(await file.text());
  } catch {
    return refuse("importFile");
  }
  const end = await callApi(importTemplate, { body: { saveId: randomId(), file: parsed } });
  if (end.ok) return { ok: true, value: end.value };
  if (end.code === "template-file-newer") return refuse("importNewer");
  const isFile = end.code === "template-file-unreadable" || end.code === "template-invalid";
  return refuse(failureOf(end, isFile ? "importFile" : "saving"));
}

function failureOf({ kind, code, status }: CallFailure, usual: ActionFailure): ActionFailure | null {
  if (kind === "signed-out") return null;
  if (code === "too-many-templates") return "tooMany";
  return kind === "unreadable" && status < 400 ? "unknown" : usual;
}
