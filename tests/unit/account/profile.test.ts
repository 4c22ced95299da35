import { expect, test } from "vitest";
import { anyPhone, onboardingForm, personalForm } from "#app/contracts/profile-form.ts";
import { guessCountry } from "#app/domain/account/guess-country.ts";
import { onboardingPath } from "#app/domain/account/return-path.ts";
import { isOnboardingComplete, type Profile, profileProgress } from "#app/domain/account/profile.ts";
import type { Locale } from "#app/domain/languages.ts";
import { COMPANY_CHARS_MAX } from "#app/domain/limits/account.ts";
import { phoneReader, showPhone } from "#app/server/account/read-phone.ts";

const WHOLE: Profile = {
  name: "Nora Puig",
  email: "nora@example.test",
  phone: "+34600000000",
  company: "Clínica",
  employmentType: "company",
};

test.each<[string, Partial<Profile>, ReturnType<typeof profileProgress>, boolean]>([
  ["all", {}, { filled: 5, of: 5, isComplete: true }, true],
  [
    "name and address",
    { phone: null, company: null, employmentType: null },
    { filled: 2, of: 5, isComplete: false },
    false,
  ],
  ["all but the phone", { phone: null }, { filled: 4, of: 5, isComplete: false }, false],
  ["all that can be known without an address", { email: null }, { filled: 4, of: 4, isComplete: true }, true],
  ["all but the name", { name: "" }, { filled: 4, of: 5, isComplete: false }, true],
])("the profile indicator of %s", (_what, change, progress, isOnboarded) => {
  const profile = { ...WHOLE, ...change };
  expect(profileProgress(profile)).toEqual(progress);
  expect(isOnboardingComplete(profile)).toBe(isOnboarded);
});

test.each<[string | null, Locale, string]>([
  ["es-MX,es;q=0.9,en;q=0.8", "es", "MX"],
  ["en-US,es-ES;q=0.8", "es", "ES"],
  ["en-US,en;q=0.9", "ca", "ES"],
  ["fr-CA", "fr", "CA"],
  ["*, not a tag, en;q=0.1", "fr", "FR"],
  [null, "es", "ES"],
  [null, "en", "US"],
])("with %j and the language %s a phone belongs to %s", (header, locale, country) => {
  expect(guessCountry(header, locale)).toBe(country);
});

const GOOD = { employmentType: "freelance", company: " Nora  Puig ", phone: "600 12 34 56" };

test("the onboarding's form takes a company's clean name and any text as phone in the browser", () => {
  expect(onboardingForm(anyPhone).parse(GOOD)).toEqual({ ...GOOD, company: "Nora Puig" });
});

test.each([
  ["a company is missing", { company: undefined }, ["company", "company-missing"]],
  ["a company is blank", { company: " \u200b " }, ["company", "company-missing"]],
  ["a company is too long", { company: "x".repeat(COMPANY_CHARS_MAX + 1) }, ["company", "company-too-long"]],
  ["a phone is missing", { phone: undefined }, ["phone", "phone-invalid"]],
  ["a phone is none", { phone: "none" }, ["phone", "phone-invalid"]],
  ["the employment is missing", { employmentType: undefined }, ["employmentType", "employment-missing"]],
  ["the employment is unknown", { employmentType: "pirate" }, ["employmentType", "employment-missing"]],
  ["a name is missing", { name: undefined }, ["name", "name-missing"]],
])("the form says that %s", (_what, change, [field, error]) => {
  const readPhone = (text: string) => (text === "none" ? null : text);
  const parsed = personalForm(readPhone).safeParse({ name: "Nora Puig", ...GOOD, ...change });
  expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, error]]);
});

test.each<[string, string, Locale, string | null]>([
  ["600 12 34 56", "es-ES", "es", "+34600123456"],
  ["+34 600 12 34 56", "en-US", "en", "+34600123456"],
  ["0034 600 123 456", "ca", "ca", "+34600123456"],
  ["06 12 34 56 78", "fr-FR", "fr", "+33612345678"],
  ["(213) 373-4253", "en-US", "en", "+12133734253"],
  ["600 12", "es-ES", "es", null],
  ["call me: 600 12 34 56", "es-ES", "es", null],
  ["+999 600 12 34 56", "es-ES", "es", null],
  ["", "es-ES", "es", null],
  [`+34600123456${" ".repeat(100)}`, "es-ES", "es", null],
])("%j with %s and %s is read as %s", async (text, acceptLanguage, locale, number) => {
  expect((await phoneReader(acceptLanguage, locale))(text)).toBe(number);
});

test("a stored number is shown in groups", async () => {
  expect(await showPhone("+34600123456")).toBe("+34 600 12 34 56");
  expect(await showPhone(null)).toBeNull();
});

test.each([
  ["/", "/onboarding", "/onboarding/calendar"],
  [
    "/history?status=error",
    "/onboarding?returnTo=%2Fhistory%3Fstatus%3Derror",
    "/onboarding/calendar?returnTo=%2Fhistory%3Fstatus%3Derror",
  ],
])("the onboarding leads on to %s", (returnTo, about, calendar) => {
  expect([onboardingPath(returnTo), onboardingPath(returnTo, "calendar")]).toEqual([about, calendar]);
});
