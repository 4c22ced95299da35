import type { Texts } from "#app/i18n/types.ts";

/** Refusals of calls about templates. */
export const templateAnswers: Texts["templateAnswers"] = {
  saving: "Error en desar la plantilla. Torna-ho a provar.",
  savingField: "No s’ha pogut desar el camp. Torna-ho a provar.",
  deleting: "Error en eliminar la plantilla.",
  duplicating: "Error en duplicar la plantilla.",
  invalid: "Completa almenys el nom de la plantilla i afegeix un camp.",
  invalidField: "Un camp necessita un títol, una instrucció i un tipus.",
  changed: "Algú ha desat aquesta plantilla mentrestant.",
  changedField: "Algú ha desat aquest camp mentrestant.",
  inUse: "Plantilla en ús",
  tooMany: "Tens el màxim de plantilles que es poden desar. Elimina’n una primer.",
  tooManyFields: "Tens el màxim de camps que es poden desar. Elimina’n un primer.",
  tooManyLinks: "Aquesta plantilla té el màxim d’enllaços actius. Retira’n un primer.",
  fileUnreadable: "Aquest fitxer no conté cap plantilla d’Acta.",
  fileNewer: "Aquest fitxer s’ha creat amb una versió més recent d’Acta.",
};
