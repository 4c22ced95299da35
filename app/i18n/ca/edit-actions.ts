import type { Texts } from "#app/i18n/types.ts";

export const editActions: Texts["editActions"] = {
  open: "Edita",
  manualEdit: "a mà",
  manualLines_one: "Una línia es va canviar a mà.",
  manualLines_other: "{{count}} línies es van canviar a mà.",
  outdated: {
    mark: "es basa en paraules que es van canviar",
  },
  rewrite: {
    open: "Torna a redactar",
    writtenIn: "Idioma de l’acta: {{language}}.",
  },
  versions: {
    number: "Versió {{version}}",
    open: "Versions de l’acta",
  },
  speakers: {
    open: "Posa nom a qui parla",
    one: "Posa nom a aquesta veu",
  },
  segment: {
    assign: "Ho va dir una altra persona",
    open: "Corregeix el text",
  },
  task: {
    done: "Feta: {{task}}",
    tick: "Feta",
  },
};
