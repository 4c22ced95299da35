/** The place in Slack or Notion to which minutes go. */
export const collaboration = {
  title: { slack: "Minutes in Slack", notion: "Minutes in Notion" },
  place: { slack: "Channel", notion: "Database" },
  hint: {
    slack: "The channels that you are in. For a private one, invite Acta there first.",
    notion:
      "The databases that you gave to Acta. Acta adds a property “Acta ID”, so that a meeting never gets two pages.",
  },
  choose: "Choose one",
  private: "{{name}} (private)",
  loading: "Reading what there is…",
  none: {
    slack: "Acta sees no channel that you are in.",
    notion: "You have given Acta no database. Connect Notion again and choose one.",
  },
  when: "When they are sent",
  sends: {
    hand: "Only when I send them",
    all: "After every meeting",
    templates: "After meetings with these templates",
  },
  basic: "Basic system",
  updates: {
    slack: "Change the message when the minutes are corrected",
    notion: "Change the page when the minutes are corrected",
  },
  fields: "Properties",
  fieldsHint: "A property that has the name of a field of your template takes its words by itself.",
  field: {
    startsAt: "Date",
    link: "Link to the meeting",
    duration: "Length in minutes",
    language: "Language",
    template: "Template",
    speakers: "People who spoke",
    keywords: "Keywords",
    tasks: "Tasks",
  },
  property: "Property",
  unmapped: "Nowhere",
  save: "Save",
  disconnect: "Disconnect",
  again: "Try again",
  chosen: {
    slack: "To {{name}}",
    notion: "Into {{name}}",
  },
  notChosen: {
    slack: "Choose a channel: nothing is sent before.",
    notion: "Choose a database: nothing is sent before.",
  },
  error: {
    noPlace: { slack: "Choose a channel.", notion: "Choose a database." },
    noTemplate: "Choose at least one template.",
    load: "Acta could not read what there is. Please try again.",
    save: "It could not be saved. Please try again.",
    gone: "It is not there any more, or Acta cannot see it. Choose another one.",
  },
  /** Around minutes there, in the language of the minutes. */
  sent: {
    open: "Open the minutes in Acta",
    more: "The minutes are longer than a message. The rest is in Acta.",
    note: "Acta wrote this part and replaces it when the minutes are corrected. What you write outside it stays.",
  },
} as const;
