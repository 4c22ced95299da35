import { endpoint } from "#app/contracts/endpoint.ts";
import { TEMPLATE_BYTES_MAX } from "#app/domain/limits/templates.ts";

/**
 * Templates of summaries. In a path, "system" stands for Basic system, whose id is null. A template of another workspace is not
 * found.
 */

/** §7: an array: Basic system, the predefined templates in the reader's language, and the workspace's own. */
export const listTemplates = endpoint({
  method: "GET",
  path: "/api/acta/templates",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templatesAnswer,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

/** Refused as `template-invalid` with the rules that do not hold, and as `too-many-templates`. */
export const createTemplate = endpoint({
  method: "POST",
  path: "/api/acta/templates",
  params: {},
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateCreation,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

export const readTemplate = endpoint({
  method: "GET",
  path: "/api/acta/templates/:templateId",
  params: { templateId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

/** Refused as `template-changed`, with the newest version beside it, when `basedOn` is an older one. */
export const saveTemplate = endpoint({
  method: "PUT",
  path: "/api/acta/templates/:templateId",
  params: { templateId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateSave,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

/** Refused as `template-in-use`, with the usage beside it. */
export const deleteTemplate = endpoint({
  method: "DELETE",
  path: "/api/acta/templates/:templateId",
  params: { templateId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "template-delete" },
  failure: "templateAnswers:deleting",
});

/** Predefined templates, too. */
export const duplicateTemplate = endpoint({
  method: "POST",
  path: "/api/acta/templates/:templateId/duplicate",
  params: { templateId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateDuplication,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:duplicating",
});

export const readTemplateUsage = endpoint({
  method: "GET",
  path: "/api/acta/templates/:templateId/usage",
  params: { templateId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateUsage,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

/** Gives the meetings and the default that use a template another one; minutes that were written keep theirs. */
export const switchTemplate = endpoint({
  method: "POST",
  path: "/api/acta/templates/:templateId/switch",
  params: { templateId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateSwitch,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateSwitched,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "template-switch" },
  failure: "templateAnswers:saving",
});

export const listTemplateVersions = endpoint({
  method: "GET",
  path: "/api/acta/templates/:templateId/versions",
  params: { templateId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateVersions,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

export const readTemplateVersion = endpoint({
  method: "GET",
  path: "/api/acta/templates/:templateId/versions/:version",
  params: { templateId: "text", version: "version" },
  body: null,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateVersion,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

/** Saves an earlier version again, as the newest. */
export const restoreTemplateVersion = endpoint({
  method: "POST",
  path: "/api/acta/templates/:templateId/versions/:version",
  params: { templateId: "text", version: "version" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateRestore,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

/** A file of JSON as public/schemas/template-1.json describes it. */
export const exportTemplate = endpoint({
  method: "GET",
  path: "/api/acta/templates/:templateId/export",
  params: { templateId: "text" },
  body: null,
  answer: "file",
  actors: ["session"],
  scopes: ["read"],
  rate: { limit: "edit", counted: "template-export" },
  failure: "error.loadingData",
});

/** Refused as `template-file-unreadable`, `template-file-newer`, or as a creation is. */
export const importTemplate = endpoint({
  method: "POST",
  path: "/api/acta/templates/import",
  params: {},
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateImport,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "template-save" },
  failure: "templateAnswers:saving",
});

/** Writes a meeting of the person, or the sample, with a template. Changes nothing in the meeting. */
export const previewTemplate = endpoint({
  method: "POST",
  path: "/api/acta/templates/preview",
  params: {},
  body: async () => (await import("#app/contracts/template/template-changes.ts")).previewRequest,
  bodyBytesMax: TEMPLATE_BYTES_MAX,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templatePreview,
  actors: ["session"],
  scopes: ["write"],
  // It is quoted without a model, and written again after each change of a draft.
  rate: { limit: "edit", counted: "template-preview" },
  failure: "error.loadingData",
});

/** Has the minutes of several meetings written again with one template; the answer says for each whether it began. */
export const rewriteSeveral = endpoint({
  method: "POST",
  path: "/api/acta/rewrite",
  params: {},
  body: async () => (await import("#app/contracts/template/template-changes.ts")).rewriteSeveral,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).rewritesAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "retry", counted: "rewrite-several" },
  failure: "edit:rewrite.failedTemplate",
});
