import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";
import { TEMPLATE_BYTES_MAX } from "#app/domain/limits/templates.ts";

/**
 * Templates of summaries. In a path, "system" stands for Basic system, whose id is null. A template of another workspace is not
 * found.
 */

/** §7: an array: Basic system, the predefined templates in the reader's language, and the workspace's own. */
export const listTemplates = endpoint({
  ...READS,
  path: "/api/acta/templates",
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templatesAnswer,
  failure: "error.loadingData",
});

/** Refused as `template-invalid` with the rules that do not hold, and as `too-many-templates`. */
export const createTemplate = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates",
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateCreation,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

export const readTemplate = endpoint({
  ...READS,
  path: "/api/acta/templates/:templateId",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  failure: "error.loadingData",
});

/** Refused as `template-changed`, with the newest version beside it, when `basedOn` is an older one. */
export const saveTemplate = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/templates/:templateId",
  params: { templateId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateSave,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

/** Refused as `template-in-use`, with the usage beside it. */
export const deleteTemplate = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/templates/:templateId",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "template-delete" },
  failure: "templateAnswers:deleting",
});

/** Predefined templates, too. */
export const duplicateTemplate = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/:templateId/duplicate",
  params: { templateId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateDuplication,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:duplicating",
});

export const readTemplateUsage = endpoint({
  ...READS,
  path: "/api/acta/templates/:templateId/usage",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateUsage,
  failure: "error.loadingData",
});

/** Gives the meetings and the default that use a template another one; minutes that were written keep theirs. */
export const switchTemplate = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/:templateId/switch",
  params: { templateId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateSwitch,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateSwitched,
  rate: { limit: "retry", counted: "template-switch" },
  failure: "templateAnswers:saving",
});

export const listTemplateVersions = endpoint({
  ...READS,
  path: "/api/acta/templates/:templateId/versions",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateVersions,
  failure: "error.loadingData",
});

export const readTemplateVersion = endpoint({
  ...READS,
  path: "/api/acta/templates/:templateId/versions/:version",
  params: { templateId: "text", version: "version" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateVersion,
  failure: "error.loadingData",
});

/** Saves an earlier version again, as the newest. */
export const restoreTemplateVersion = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/:templateId/versions/:version",
  params: { templateId: "text", version: "version" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateRestore,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

/** A file of JSON as public/schemas/template-1.json describes it. */
export const exportTemplate = endpoint({
  ...READS,
  path: "/api/acta/templates/:templateId/export",
  params: { templateId: "text" },
  answer: "file",
  rate: { limit: "edit", counted: "template-export" },
  failure: "error.loadingData",
});

/** Refused as `template-file-unreadable`, `template-file-newer`, or as a creation is. */
export const importTemplate = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/import",
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateImport,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

/** Writes a meeting of the person, or the sample, with a template. Changes nothing in the meeting. */
export const previewTemplate = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/preview",
  body: async () => (await import("#app/contracts/template/template-changes.ts")).previewRequest,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templatePreview,
  // It is quoted without a model, and written again after each change of a draft.
  rate: { limit: "edit", counted: "template-preview" },
  failure: "error.loadingData",
});

/** Has the minutes of several meetings written again with one template; the answer says for each whether it began. */
export const rewriteSeveral = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/rewrite",
  body: async () => (await import("#app/contracts/template/template-changes.ts")).rewriteSeveral,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).rewritesAnswer,
  rate: { limit: "retry", counted: "rewrite-several" },
  failure: "edit:rewrite.failedTemplate",
});
