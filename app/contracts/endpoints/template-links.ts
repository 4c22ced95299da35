import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** Links of templates: whoever has one sees the template as it was when the link was made. */

export const listTemplateShares = endpoint({
  ...READS,
  path: "/api/acta/templates/:templateId/shares",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateShares,
  failure: "error.loadingData",
});

/** Makes a link to the template as it is now. */
export const createTemplateShare = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/:templateId/shares",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateShares,
  rate: { limit: "retry", counted: "template-share" },
  failure: "error.somethingWrong",
});

export const revokeTemplateShare = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/templates/:templateId/shares/:linkId",
  params: { templateId: "text", linkId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).templateShares,
  rate: { limit: "retry", counted: "template-share" },
  failure: "error.somethingWrong",
});

/** Copies the template behind a link into the caller's own. */
export const copySharedTemplate = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/templates/copy",
  body: async () => (await import("#app/contracts/template/template-changes.ts")).templateCopy,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "retry", counted: "template-copy" },
  failure: "templateAnswers:duplicating",
});

/** Gives a template to the team that the caller administers. */
export const shareTemplateWithTeam = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/templates/:templateId/team",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).listedTemplate,
  rate: { limit: "edit", counted: "template-team" },
  failure: "error.somethingWrong",
});

/** Takes it back: it is its creator's alone again. */
export const takeTemplateFromTeam = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/templates/:templateId/team",
  params: { templateId: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "template-team" },
  failure: "error.somethingWrong",
});
