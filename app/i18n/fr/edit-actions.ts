import type { Texts } from "#app/i18n/types.ts";

export const editActions: Texts["editActions"] = {
  open: "Modifier",
  manualEdit: "à la main",
  manualLines_one: "Une ligne a été modifiée à la main.",
  manualLines_other: "{{count}} lignes ont été modifiées à la main.",
  outdated: {
    mark: "repose sur des mots qui ont été modifiés",
  },
  rewrite: {
    open: "Rédiger à nouveau",
    writtenIn: "Langue du compte rendu : {{language}}.",
  },
  versions: {
    number: "Version {{version}}",
    open: "Versions du compte rendu",
  },
  speakers: {
    open: "Nommer les voix",
    one: "Nommer cette voix",
  },
  segment: {
    assign: "C’est quelqu’un d’autre qui parle",
    open: "Corriger le texte",
  },
  task: {
    done: "Faite : {{task}}",
    tick: "Faite",
  },
};
