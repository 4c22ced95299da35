import { CHANGES, endpoint, READS } from "#app/contracts/endpoint.ts";

/** 'My fields': fields that a person keeps for several templates. */

export const listSavedFields = endpoint({
  ...READS,
  path: "/api/acta/fields",
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).savedFields,
  failure: "error.loadingData",
});

export const createSavedField = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/fields",
  body: async () => (await import("#app/contracts/template/template-changes.ts")).savedFieldCreation,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).savedField,
  rate: { limit: "edit", counted: "field-save" },
  failure: "templateAnswers:savingField",
});

/** Templates keep their version of the field until they are updated. */
export const saveSavedField = endpoint({
  ...CHANGES,
  method: "PUT",
  path: "/api/acta/fields/:fieldId",
  params: { fieldId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).savedFieldSave,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).savedField,
  rate: { limit: "edit", counted: "field-save" },
  failure: "templateAnswers:savingField",
});

/** Templates keep their copy. */
export const deleteSavedField = endpoint({
  ...CHANGES,
  method: "DELETE",
  path: "/api/acta/fields/:fieldId",
  params: { fieldId: "text" },
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  rate: { limit: "edit", counted: "field-delete" },
  failure: "templateAnswers:savingField",
});

/** Gives templates the newest version of the field. */
export const applySavedField = endpoint({
  ...CHANGES,
  method: "POST",
  path: "/api/acta/fields/:fieldId/apply",
  params: { fieldId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).savedFieldApplication,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).fieldApplied,
  rate: { limit: "edit", counted: "field-apply" },
  failure: "templateAnswers:saving",
});
