import { expect, test } from "vitest";
import type { SentDelivery } from "#app/contracts/sent.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { SentLine } from "#app/features/meeting/sent/sent-lines.tsx";
import { SentPage } from "#app/features/connections/sent-page.tsx";
import { renderScreen, textsOf } from "#tests/support/render-screen.tsx";

/**
 * The page "What was sent" and the lines on a meeting: what can be sent again, and what is said of Slack. Their data are in
 * tests/worker/sent.test.ts.
 */

const LINE: SentDelivery = {
  id: "snd_1",
  kind: "hubspot",
  to: "clara.hubspot.example",
  destinationId: "connection",
  meetId: "k3v9q2m8x1c7b5n4z6l0w8ya",
  title: "Seminar rooms",
  at: 1_000_000,
  state: "parked",
  dueAt: null,
  status: 400,
  fault: "status",
  link: null,
  counts: null,
  share: null,
};
const MAIL: SentDelivery = {
  ...LINE,
  kind: "mail",
  to: null,
  destinationId: "mail",
  status: null,
  fault: "mail-address",
};

async function render(line: SentDelivery, locale: (typeof LOCALES)[number] = "en"): Promise<string> {
  const page = { sent: [line], older: null, counts: { all: 1, parked: 1, "taken-back": 0 } };
  return textsOf(await renderScreen(locale, <SentPage page={page} filter="all" from={1} onResent={() => {}} />));
}

test.each<[string, SentDelivery, boolean]>([
  ["a delivery that was refused", LINE, true],
  ["a mail that was given up", MAIL, true],
  ["a delivery to an account that is disconnected", { ...LINE, to: null }, false],
  ["a delivery that is sent by itself once the person has connected again", { ...LINE, fault: "reconnect" }, false],
  ["a mail that waits", { ...MAIL, state: "waiting", fault: null }, false],
  ["a delivery that arrived", { ...LINE, state: "sent", fault: null }, false],
])("sending again is offered where it helps: %s", async (_what, line, canBe) => {
  expect((await render(line)).includes("Try again")).toBe(canBe);
});

test.each<[string, SentDelivery, boolean]>([
  ["a message to a webhook that was given up", { ...LINE, kind: "webhook", to: "hooks.example.com" }, true],
  ["one to a webhook that is gone", { ...LINE, kind: "webhook", to: null }, false],
  ["one that arrived", { ...LINE, kind: "webhook", state: "sent", fault: null }, false],
  ["a note, for which the meeting has a button of its own", LINE, false],
])("the page of a meeting offers to send again: %s", async (_what, delivery, canBe) => {
  const line = <SentLine delivery={delivery} isBusy={false} onResend={() => {}} />;
  expect(textsOf(await renderScreen("en", line)).includes("Try again")).toBe(canBe);
});

test("the page of a meeting says in sentences what became of a delivery", async () => {
  const line = <SentLine delivery={LINE} isBusy={false} onResend={() => {}} />;
  expect(textsOf(await renderScreen("en", line))).toContain(
    "Failed. HubSpot did not take it (answer 400). The minutes are here.",
  );
});

test.each(LOCALES)("only a list with Slack says, in %s, that a message can be there twice", async (locale) => {
  const twice = /twice|dos veces|dues vegades|deux fois/u;
  expect(await render({ ...LINE, kind: "slack", state: "sent", fault: null }, locale)).toMatch(twice);
  expect(await render(LINE, locale)).not.toMatch(twice);
});
