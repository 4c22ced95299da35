import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { CallPlace } from "#app/features/home/call-place.tsx";
import { call } from "#app/i18n/en/call.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

const i18n = createInstance();
await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: "en", resources: { en: { call } } });

test.each<[MeetingListItem["status"], MeetingListItem["lobbyState"], string, MeetingListItem["platform"]?]>([
  ["TORECORD", null, "Recorded here", "here"],
  ["RECORDING", null, "Recorded here", "here"],
  ["TORECORD", null, "Acta is opening the call."],
  ["TORECORD", "connecting", "Acta is opening the call."],
  ["TORECORD", "waiting", "Acta is in the waiting room and has asked to be let in."],
  ["TORECORD", "host-absent", "Acta is waiting, but the host has not started the call."],
  ["RECORDING", null, "In the call"],
])("Home says of a call that is %s, in the lobby %s: %s", (status, lobbyState, words, platform = "meet") => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <CallPlace status={status} lobbyState={lobbyState} platform={platform} />
    </I18nextProvider>,
  );
  expect(html).toBe(`<p class="note muted">${words}</p>`);
});
