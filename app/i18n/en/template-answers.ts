/** Refusals of calls about templates. */
export const templateAnswers = {
  saving: "Error saving template. Please try again.",
  savingField: "The field could not be saved. Please try again.",
  deleting: "Error deleting template.",
  duplicating: "Error duplicating template.",
  invalid: "Please complete at least the template name and add a field.",
  invalidField: "A field needs a title, a prompt and a type.",
  changed: "Somebody saved this template meanwhile.",
  changedField: "Somebody saved this field meanwhile.",
  inUse: "Template in use",
  tooMany: "You have as many templates as can be kept. Delete one first.",
  tooManyFields: "You have as many saved fields as can be kept. Delete one first.",
  tooManyLinks: "This template has as many links as can work at once. Revoke one first.",
  fileUnreadable: "This file holds no template of Acta.",
  fileNewer: "This file was written by a newer Acta.",
} as const;
