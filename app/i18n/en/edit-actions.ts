/** Texts about editing that a meeting's page shows before an editor is opened. Only these load with the page. */
export const editActions = {
  open: "Edit",
  manualEdit: "by hand",
  manualLines_one: "One line was changed by hand.",
  manualLines_other: "{{count}} lines were changed by hand.",
  outdated: {
    mark: "based on words that were changed",
  },
  rewrite: {
    open: "Write again",
    writtenIn: "The minutes are written in {{language}}.",
  },
  versions: {
    number: "Version {{version}}",
    open: "Versions of the minutes",
  },
  speakers: {
    open: "Name the speakers",
    one: "Name this speaker",
  },
  segment: {
    assign: "Somebody else said this",
    open: "Correct the text",
  },
  task: {
    done: "Done: {{task}}",
    tick: "Done",
  },
} as const;
