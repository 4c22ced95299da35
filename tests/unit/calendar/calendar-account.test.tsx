import { expect, test } from "vitest";
import { LOCALES } from "#app/domain/languages.ts";
import { CalendarAccount } from "#app/features/calendars/calendar-account.tsx";
import { calendars as ca } from "#app/i18n/ca/calendars.ts";
import { calendars as en } from "#app/i18n/en/calendars.ts";
import { calendars as es } from "#app/i18n/es/calendars.ts";
import { calendars as fr } from "#app/i18n/fr/calendars.ts";
import { renderScreen, textsOf } from "#tests/support/render-screen.tsx";

const TEXTS = { en, es, ca, fr };
const rule = { accepted: false, guests: "any" as const, skipTitles: [], hours: null };
const settings = { active: true, visible: true, joins: true, template_id: null, language: null };
const calendar = { id: "club", name: "Club", primary: true, mine: true, unreadable: 0, ...settings, rule };
const account = { account_id: "feed", provider: "ics" as const, name: "Club", synced_at: 1, calendars: [calendar] };
const calendars = {
  answer: null,
  isStale: false,
  change: () => Promise.reject(new Error("nothing is clicked")),
  readAgain: () => undefined,
};

test.each(LOCALES)("a feed that is too large to be read whole says so, and another does not (%s)", async (locale) => {
  const shown = async (state: "ok" | "cut") =>
    textsOf(
      await renderScreen(
        locale,
        <CalendarAccount account={{ ...account, state }} calendars={calendars} templates={[]} />,
      ),
    );
  const { cut } = TEXTS[locale].state;
  expect(await shown("cut")).toContain(cut);
  expect(await shown("ok")).not.toContain(cut);
});

test.each(LOCALES)("a calendar says how many of its events could not be read (%s)", async (locale) => {
  const shown = async (unreadable: number) =>
    textsOf(
      await renderScreen(
        locale,
        <CalendarAccount
          account={{ ...account, state: "ok", calendars: [{ ...calendar, unreadable }] }}
          calendars={calendars}
          templates={[]}
        />,
      ),
    );
  const [before = ""] = TEXTS[locale].unreadable_other.split("{{count}}").toReversed();
  expect(await shown(3)).toContain(`3${before}`);
  expect(await shown(0)).not.toContain(before);
});
