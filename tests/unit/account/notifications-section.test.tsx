import { expect, test } from "vitest";
import { ADDRESS_ENDS, type MailSettings } from "#app/domain/mail/mail-settings.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { NotificationsSection } from "#app/features/settings/choices-sections.tsx";
import { openI18n } from "#app/i18n/server.ts";
import { renderScreen } from "#tests/support/render-screen.tsx";

/** §4, §5: what the settings say of mails that cannot be sent. Mails that did not arrive and open links are in tests/worker/mail-settings.test.ts. */

const MAIL: MailSettings = {
  isSending: true,
  address: "nora@example.test",
  confirming: null,
  preferences: {
    "minutes-ready": true,
    "recording-failed": false,
    "not-let-in": true,
    "meeting-shown": true,
    "retention-warning": true,
    "deletion-receipt": true,
    "calendar-reconnect": true,
    "join-soon": false,
    "join-limit": true,
    "payment-failed": true,
    "delivery-parked": true,
    "weekly-digest": false,
    "series-brief": false,
  },
  others: [],
  undelivered: [],
};

const UNCONFIRMED = { suggested: "nora@example.test", pending: null, isProven: false };

const render = (over: Partial<MailSettings>, locale: (typeof LOCALES)[number] = "en") =>
  renderScreen(locale, <NotificationsSection mail={{ ...MAIL, ...over }} provider="Google" />);

test.each<[string, Partial<MailSettings>, string]>([
  ["sends them", {}, "E-mails go to nora@example.test."],
  ["sends none", { isSending: false }, "This installation of Acta sends no e-mails."],
  ["sends none, to no address", { isSending: false, address: null }, "This installation of Acta sends no e-mails."],
  [
    "has no confirmed address",
    { address: null, confirming: UNCONFIRMED },
    "You get no e-mails, because Google has not confirmed your address. Confirm it here.",
  ],
  ["sends to an address that was confirmed by a link", { confirming: UNCONFIRMED }, "To use another address"],
  ["does not know what is late", { undelivered: null }, "Acta cannot say now whether e-mails are late."],
])("the section says that Acta %s, and the boxes can be changed", async (_case, over, words) => {
  const html = await render(over);
  expect(html).toContain(words);
  expect(html.match(/type="checkbox"[^>]* checked=""/g)).toHaveLength(9);
  expect(html).not.toMatch(/disabled/);
});

test.each(LOCALES)("each state has its own words in %s", async (locale) => {
  const states = [
    {},
    { isSending: false },
    { address: null, confirming: UNCONFIRMED },
    { confirming: UNCONFIRMED },
    { undelivered: null },
  ];
  const shown = await Promise.all(states.map((over) => render(over, locale)));
  expect(new Set(shown).size).toBe(states.length);
  // No key without a text, and no place without its value.
  for (const html of shown) expect(html).not.toMatch(/mails\.\w|undelivered\.\w|confirming\.\w|\{\{/);
});

test.each(LOCALES)("each end of a request to confirm an address has its words in %s", async (locale) => {
  const { t } = await openI18n(locale);
  expect(new Set(ADDRESS_ENDS.map((end) => t(`settings:confirming.${end}`))).size).toBe(ADDRESS_ENDS.length);
});
