import { endpoint } from "#app/contracts/endpoint.ts";

/** 'My fields': fields that a person keeps for several templates. */

export const listSavedFields = endpoint({
  method: "GET",
  path: "/api/acta/fields",
  params: {},
  body: null,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).savedFields,
  actors: ["session"],
  scopes: ["read"],
  rate: null,
  failure: "error.loadingData",
});

export const createSavedField = endpoint({
  method: "POST",
  path: "/api/acta/fields",
  params: {},
  body: async () => (await import("#app/contracts/template/template-changes.ts")).savedFieldCreation,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).savedField,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "field-save" },
  failure: "templateAnswers:savingField",
});

/** Templates keep their version of the field until they are updated. */
export const saveSavedField = endpoint({
  method: "PUT",
  path: "/api/acta/fields/:fieldId",
  params: { fieldId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).savedFieldSave,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).savedField,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "field-save" },
  failure: "templateAnswers:savingField",
});

/** Templates keep their copy. */
export const deleteSavedField = endpoint({
  method: "DELETE",
  path: "/api/acta/fields/:fieldId",
  params: { fieldId: "text" },
  body: null,
  answer: async () => (await import("#app/contracts/api-answers.ts")).doneAnswer,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "field-delete" },
  failure: "templateAnswers:savingField",
});

/** Gives templates the newest version of the field. */
export const applySavedField = endpoint({
  method: "POST",
  path: "/api/acta/fields/:fieldId/apply",
  params: { fieldId: "text" },
  body: async () => (await import("#app/contracts/template/template-changes.ts")).savedFieldApplication,
  answer: async () => (await import("#app/contracts/template/template-answers.ts")).fieldApplied,
  actors: ["session"],
  scopes: ["write"],
  rate: { limit: "edit", counted: "field-apply" },
  failure: "templateAnswers:saving",
});
