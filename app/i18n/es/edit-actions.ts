import type { Texts } from "#app/i18n/types.ts";

export const editActions: Texts["editActions"] = {
  open: "Editar",
  manualEdit: "a mano",
  manualLines_one: "Una línea se cambió a mano.",
  manualLines_other: "{{count}} líneas se cambiaron a mano.",
  outdated: {
    mark: "se basa en palabras que se cambiaron",
  },
  rewrite: {
    open: "Redactar de nuevo",
    writtenIn: "Idioma del acta: {{language}}.",
  },
  versions: {
    number: "Versión {{version}}",
    open: "Versiones del acta",
  },
  speakers: {
    open: "Poner nombre a quienes hablan",
    one: "Poner nombre a esta voz",
  },
  segment: {
    assign: "Lo dijo otra persona",
    open: "Corregir el texto",
  },
  task: {
    done: "Hecha: {{task}}",
    tick: "Hecha",
  },
};
