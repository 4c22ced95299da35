import type { PlatformPage, SeenMessage, SeenPeople, SeenSpeaker } from "../platform-page.ts";

/** Google Meet in the browser. */
export const MEET_PAGE: PlatformPage = {
  platform: "meet",
  fakeDevices: false,
  permissions: [],
  reopenWhileHostAbsent: false,
  address({ url }) {
    const address = new URL(url);
    // A signed-in account's own language wins over the browser's; this wins over both.
    address.searchParams.set("hl", "en");
    return address.href;
  },
  onTheWay: [
    /^(continue without microphone and camera|ohne mikrofon und kamera fortfahren)$/i,
    /^use without an account$/i,
    /^got it$/i,
  ],
  nameFields: [
    'input[type="text"][aria-label="Your name"]',
    'input[type="text"][aria-label="Mein Name"]',
    'input[type="text"][aria-label="Tu nombre"]',
    'input[type="text"][aria-label="Votre nom"]',
    'input[type="text"][jsname]',
  ],
  devicesOff: [/^(turn off microphone|mikrofon deaktivieren)/i, /^(turn off camera|kamera deaktivieren)/i],
  switchesOff: [],
  join: {
    selectors: [],
    names:
      /^(ask to join( anyway)?|join now|join the call now|join anyway|join here too|teilnahme erbitten|jetzt teilnehmen|trotzdem teilnehmen|solicitar unirse|pedir unirse|unirse ahora|demander à participer|participer maintenant|rejoindre maintenant)$/i,
  },
  listen: null,
  leave: { selectors: ['button[jsname="CQylAd"]'], names: /^(leave call|anruf verlassen)$/i, confirm: [] },
  chat: { open: /^chat with everyone$/i, openSelectors: [], field: 'textarea[aria-label^="Send a message"]' },
  readPeople,
  readSpeaking,
  readChat,
  readOwners: null,
  // Class names rot with every release of the page; correlated with sound they are still right most of the time.
  speakingConfidence: 0.7,
  speakingReads: 1,
};

/** The tiles that are drawn; the button's label counts everybody, also those without a tile. */
function readPeople(): SeenPeople | null {
  const labels = [...document.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label") ?? "");
  const label = labels.map((each) => /^People\b.*?(\d+)\s+joined/i.exec(each)?.[1]).find((each) => each !== undefined);
  const seen = new Map<string, { id: string; name: string | null; self: boolean }>();
  for (const tile of document.querySelectorAll("[data-participant-id]")) {
    const id = tile.getAttribute("data-participant-id") ?? "";
    const effects = tile.querySelector('[aria-label*="ackgrounds and effects"], [aria-label*="isual effects"]');
    const self =
      effects !== null || tile.matches("[data-self-name]") || tile.querySelector("[data-self-name]") !== null;
    const name = tile.querySelector("span.notranslate")?.textContent?.trim() || null;
    const before = seen.get(id);
    if (id !== "") seen.set(id, { id, name: before?.name ?? name, self: self || before?.self === true });
  }
  const people = [...seen.values()];
  // No tile and no number: the page does not say now.
  if (label === undefined && people.every((person) => person.self)) return null;
  return { count: label === undefined ? null : Number(label), people };
}

function readSpeaking(): SeenSpeaker[] {
  const GLOW = [".Oaajhc", ".HX2H7", ".wEsLMd", ".OgVli"].join(",");
  const ids = [...document.querySelectorAll("[data-participant-id]")].flatMap((tile) => {
    const self = tile.matches("[data-self-name]") || tile.querySelector("[data-self-name]") !== null;
    const id = tile.getAttribute("data-participant-id") ?? "";
    return !self && id !== "" && (tile.matches(GLOW) || tile.querySelector(GLOW)) ? [id] : [];
  });
  return [...new Set(ids)].map((id) => ({ id }));
}

/** Messages of one person stand together: the name above the first of them. */
function readChat(): SeenMessage[] {
  return [...document.querySelectorAll("[data-message-id]")].map((message) => {
    const group = message.closest("[data-sender-name], [data-sender-id]");
    const author = group?.getAttribute("data-sender-name") ?? group?.querySelector(".notranslate")?.textContent ?? null;
    const text = (message.textContent ?? "").trim().slice(0, 500);
    return { id: message.getAttribute("data-message-id") ?? "", author, text, self: /^you$/i.test(author ?? "") };
  });
}
