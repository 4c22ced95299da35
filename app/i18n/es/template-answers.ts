import type { Texts } from "#app/i18n/types.ts";

/** Refusals of calls about templates. */
export const templateAnswers: Texts["templateAnswers"] = {
  saving: "Error al guardar la plantilla. Inténtalo de nuevo.",
  savingField: "No se ha podido guardar el campo. Inténtalo de nuevo.",
  deleting: "Error al eliminar la plantilla.",
  duplicating: "Error al duplicar la plantilla.",
  invalid: "Completa al menos el nombre de la plantilla y añade un campo.",
  invalidField: "Un campo necesita un título, una instrucción y un tipo.",
  changed: "Alguien ha guardado esta plantilla mientras tanto.",
  changedField: "Alguien ha guardado este campo mientras tanto.",
  inUse: "Plantilla en uso",
  tooMany: "Tienes el máximo de plantillas que se pueden guardar. Elimina una primero.",
  tooManyFields: "Tienes el máximo de campos que se pueden guardar. Elimina uno primero.",
  tooManyLinks: "Esta plantilla tiene el máximo de enlaces activos. Retira uno primero.",
  fileUnreadable: "Este archivo no contiene ninguna plantilla de Acta.",
  fileNewer: "Este archivo se ha creado con una versión más reciente de Acta.",
};
