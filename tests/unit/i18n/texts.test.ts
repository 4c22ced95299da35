import { expect, test } from "vitest";
import { LOCALES } from "#app/domain/languages.ts";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";

const TEXTS = { en, es, ca, fr };

/** Every text with the path of its key: ["home.greeting.morning", "Good morning, {{name}}"]. */
function flat(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    const here = path ? `${path}.${key}` : key;
    return typeof value === "object" && value !== null ? flat(value, here) : [[here, String(value)]];
  });
}

const variables = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name).toSorted((a, b) => a.localeCompare(b));

const ENGLISH = new Map(flat(en));

test.each(LOCALES)("%s has every text, and no empty one", (locale) => {
  const texts = flat(TEXTS[locale]);
  expect(texts.map(([key]) => key)).toEqual([...ENGLISH.keys()]);
  expect(texts.filter(([, text]) => text.trim() === "")).toEqual([]);
});

test.each(LOCALES.filter((locale) => locale !== "en"))("%s fills in the same numbers and names", (locale) => {
  const odd = flat(TEXTS[locale]).filter(([key, text]) => {
    const wanted = new Set(variables(ENGLISH.get(key) ?? ""));
    // "one task" may leave the number out, and so may a language that has a word for it.
    return key.endsWith("_one")
      ? variables(text).some((name) => name !== "count" && !wanted.has(name))
      : String(variables(text)) !== String([...variables(ENGLISH.get(key) ?? "")]);
  });
  expect(odd).toEqual([]);
});

test.each(LOCALES)("%s has no word that is half a name in capitals", (locale) => {
  expect(flat(TEXTS[locale]).filter(([, text]) => /\p{Ll}\p{Lu}+_/u.test(text))).toEqual([]);
});

test("no line of French begins with a sign that belongs to the word before it", () => {
  expect(flat(TEXTS.fr).filter(([, text]) => / [?!;:»]|« /u.test(text))).toEqual([]);
});

/** Texts that read the same in English and in another language: names, and words that the two share. */
const SAME_EVERYWHERE =
  /^(apiDocs\.title|apps\.help\.(claude|chatgpt|cursor)\.heading|common\.product|seats\.(planName|total)|calendars\.provider\.(google|microsoft)|connections\.kind\..+|call\.platform\..+|history\.source\.(meet|teams|zoom|jitsi)|invite\.bot(Alone)?|exporting\.(pdf|docx|md)|keys\.pdf|upload\.date\.hour|pricing\.name\.(pro|business|team|insider|insider-pro)|settings\.language\.own\..+)$/;
const SAME: Record<string, string[]> = {
  es: [
    "call.asks.no",
    "common.error.brokenLabel",
    "legal.privacy.cookies.heading",
    "pricing.section.heading",
    "settings.index.plan",
    "webhooks.heading",
  ],
  ca: [
    "apiDocs.operations.errors",
    "connections.followUp.text",
    "webhooks.heading",
    "webhooks.secret",
    "call.asks.no",
    "call.live.text",
    "chat.suggestion.conclusions.name",
    "chat.suggestion.participants.name",
    "common.error.brokenLabel",
    "meeting.moment",
    "meeting.field.customText",
    "meeting.keywordMoments_other",
    "recordHere.notes.title",
    "templates.action.versions",
    "templates.versions.title",
    "templates.kind.text",
    "templates.type.customText",
    "common.plans",
    "exporting.participants",
    "seats.back",
  ],
  fr: [
    "collaboration.field.startsAt",
    "connections.preview.note",
    "connections.sent.contacts_one",
    "connections.sent.contacts_other",
    "connections.sent.message",
    "connections.sent.pages",
    "webhooks.heading",
    "webhooks.secret",
    "calendars.optionsShort",
    "team.email",
    "team.invitations",
    "chat.suggestion.conclusions.name",
    "chat.suggestion.participants.name",
    "common.language.ca",
    "editActions.versions.number",
    "colophon.spoke.questions_one",
    "colophon.spoke.questions_other",
    "common.menu.label",
    "common.toast.label",
    "common.toast.viewport",
    "history.column.date",
    "history.pages",
    "legal.privacy.cookies.heading",
    "meeting.moment",
    "meeting.keywordMoments_other",
    "meeting.player.pause",
    "meeting.player.position",
    "recordHere.notes.title",
    "recordHere.pause",
    "settings.mails.heading",
    "sharing.clips.passage",
    "templates.action.versions",
    "templates.view.version",
    "templates.versions.title",
    "templates.versions.number",
    "templates.kind.date",
    "templateBuilder.description",
    "templateBuilder.field.type",
    "templateBuilder.field.description",
  ],
};

test.each(Object.keys(SAME))("nothing of %s was left in English, but what reads the same in both", (locale) => {
  const texts = new Map(flat(TEXTS[locale as keyof typeof TEXTS]));
  const words = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ""));
  const same = [...ENGLISH].filter(([key, text]) => words(text) && texts.get(key) === text).map(([key]) => key);
  expect(same.filter((key) => !SAME_EVERYWHERE.test(key)).toSorted()).toEqual(SAME[locale]?.toSorted());
});

test("the specification's words stand letter for letter", () => {
  const { error, menu } = en.common;
  expect(menu.uploadRecording).toBe("upload recording");
  expect(menu.user).toBe("user");
  expect(error).toMatchObject({
    saveMeeting: "Error saving meeting",
    connection: "Error connecting to server",
    somethingWrong: "Something went wrong",
    loadingData: "Error loading data",
    limitReached: "Meeting limit reached",
    notAvailable: "This meeting is not available or has been deactivated.",
  });
  expect(en.templates.empty.action).toBe("Create First Template");
  expect(en.templates.inUse.title).toBe("Template in use");
  expect(en.templates.deleting.question).toBe(
    "Are you sure you want to delete this template? This action cannot be undone.",
  );
  expect(en.templates.error).toMatchObject({
    saving: "Error saving template.",
    duplicate: "Error duplicating template.",
    delete: "Error deleting template.",
    deleteFailed: "Failed to delete template",
    unknown: "Unknown error.",
  });
  expect(en.templateBuilder.add).toMatchObject({ acta: "{{product}} Fields", mine: "My fields", new: "New Field" });
  expect(en.templateBuilder.error).toMatchObject({
    incomplete: "Please complete at least the template name and add a field.",
    duplicateTitle: "Duplicate field",
    duplicate: 'You cannot add the same field more than once: "{{title}}"',
    failed: "Failed to save template",
    saving: "Error saving template.",
    savingAgain: "Error saving template. Please try again.",
  });
  expect(en.home.limit.title).toBe("Meeting limit reached");
  expect(en.profile.employment).toMatchObject({ company: "Company employee", freelance: "Self-employed/Freelance" });
  expect(en.profile.error).toMatchObject({
    "company-missing": "Company name required",
    "phone-invalid": "Valid phone number required",
  });
});

test("the specification's words of its screens and flows stand letter for letter", () => {
  const { status } = en.common;
  expect([status.TORECORD, status.LLMING, status.SUMMARIZED]).toEqual(["Preparing", "Generating summary", "Completed"]);
  expect(en.common.menu.inviteToMeeting).toBe("invite to meeting");
  expect(en.upload.submit).toBe("summarize");
  expect(en.upload.progress.uploading).toBe("uploading");
  expect(en.invite).toMatchObject({
    synchronizing: "synchronizing",
    connectingNow: "connecting now",
    created: "created successfully",
  });
  expect(en.call.recorder).toMatchObject({ stopping: "stopping", stopped: "stopped" });
  expect(en.plan.limit.title).toBe("limit reached");
  expect(en.reading.find).toMatchObject({ noData: "No data found.", noMatches: "No matches found." });
  expect(en.meeting.tasks).toMatchObject({ title: "Title", assigned: "Assigned", deadline: "Deadline" });
  expect(en.colophon.tasks).toMatchObject({ view: "VIEW TASKS", soon: "Coming soon in PRO" });
  const { completed, error, initiating, rejected, skipped } = en.history.groups;
  expect([completed, error, initiating, rejected, skipped]).toEqual([
    "Completed",
    "Error",
    "Initiating",
    "Rejected",
    "Skipped",
  ]);
  expect(en.calendars).toMatchObject({
    noneActive: "No active calendars to deactivate",
    noneInactive: "No inactive calendars to activate",
  });
  expect(en.settings.account).toMatchObject({
    tip1: "Sign out on shared devices.",
    tip2: "Do not share credentials.",
    tip3: "Review account activity.",
  });
  expect(en.seats).toMatchObject({
    heading: "Invite your team to {{planName}}",
    save: "Save 20%",
    single: "Single payment",
    processing: "Processing...",
  });
});

test("Catalan has one word for a recording and one for a language", () => {
  const odd = flat(TEXTS.ca).filter(([, text]) => /enregistra|\bllen(?:gua|gües)\b/iu.test(text));
  expect(odd).toEqual([]);
});

test("words that people look for are those of their language", () => {
  expect(LOCALES.map((locale) => TEXTS[locale].keys.title)).toEqual(
    LOCALES.map((locale) => ({ en: "Shortcuts", es: "Atajos", ca: "Dreceres", fr: "Raccourcis" })[locale]),
  );
  expect([es.sharing.end.never, ca.sharing.end.never]).toEqual(["Sin caducidad", "Sense caducitat"]);
  expect([ca.chatPanel.open, fr.chatPanel.open]).toEqual(["Pregunta-li", "Poser une question"]);
  expect(ca.home.greeting.eveningAlone).toBe("Bon vespre");
  expect([es, ca, fr].map(({ meeting }) => meeting.basicSystem)).toEqual(["Básica", "Bàsica", "Basique"]);
});

test.each(LOCALES)("%s names the languages of meetings in itself", (locale) => {
  const { common } = TEXTS[locale];
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const lower = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([code, name]) => [code, name.toLowerCase()]));
  // Intl knows one of the two Catalan names of Spanish.
  const nameOf = (code: string) => (locale === "ca" && code === "es" ? "castellà" : (names.of(code) ?? ""));
  const expected = lower(Object.fromEntries(LOCALES.map((code) => [code, nameOf(code)])));
  expect(lower(common.language)).toEqual(expected);
});
