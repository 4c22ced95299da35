import type { PlatformPage, SeenMessage, SeenPeople, SeenSpeaker } from "../platform-page.ts";

/** Microsoft Teams in the browser: light, v2 and live draw the same marks in other places. */
export const TEAMS_PAGE: PlatformPage = {
  platform: "teams",
  // Without devices the page asks "Are you sure you don't want audio or video?", before the lobby or behind it.
  fakeDevices: true,
  permissions: ["microphone", "camera"],
  reopenWhileHostAbsent: true,
  address({ url }) {
    const address = new URL(url);
    const isDeep = address.pathname.startsWith("/l/meetup-join/");
    if (!isDeep) return address.href;
    const context = address.search === "" ? "?anon=true" : `${address.search}&anon=true`;
    return `${address.origin}/v2/?meetingjoin=true#${address.pathname}${context}`;
  },
  onTheWay: [
    /^(continue on this browser|join meeting from this browser|join on this browser|join from browser)$/i,
    /^continue without audio or video$/i,
  ],
  nameFields: ['[data-tid="prejoin-display-name-input"]', 'input[placeholder="Type your name"]'],
  devicesOff: [],
  switchesOff: [
    '[data-tid="toggle-mute"][aria-checked="true"]',
    '[data-tid="toggle-video"][aria-checked="true"]',
    '#microphone-button[aria-label^="Mute"]',
    '#video-button[aria-label^="Turn camera off"]',
  ],
  join: { selectors: ['[data-tid="prejoin-join-button"]'], names: /^join now$/i },
  listen: null,
  leave: {
    selectors: ["#hangup-button", '[data-tid="hangup-main-btn"]'],
    names: /^leave$/i,
    confirm: [],
  },
  chat: {
    open: /^chat$/i,
    openSelectors: ["#chat-button"],
    field: '[data-tid="ckeditor"], [role="textbox"][aria-label^="Type a message"]',
  },
  readPeople,
  readSpeaking,
  readChat,
  readOwners: null,
  // The outline comes about a second late and was once seen inverted in calls of two.
  speakingConfidence: 0.6,
  speakingReads: 1,
};

/**
 * Name tags; never a tile's label, which adds "External" and "Unverified". The badge disappears while something is shared:
 * missing is unknown.
 */
function readPeople(): SeenPeople | null {
  const badge = document.querySelector('span[data-tid="toolbar-item-badge"]')?.textContent?.trim() ?? "";
  const count = /^\d+$/.test(badge) ? Number(badge) : null;
  const times = new Map<string, number>();
  const tags = [...document.querySelectorAll('[data-tid="participant-info-nametag"]')].flatMap((tag) => {
    const name = tag.textContent?.trim() ?? "";
    return name === "" ? [] : [name];
  });
  const people = tags.map((name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { id: time === 1 ? `name:${name}` : `name:${name}#${time}`, name, self: false };
  });
  return count === null && people.length === 0 ? null : { count, people };
}

function readSpeaking(): SeenSpeaker[] {
  const marks = [...document.querySelectorAll<HTMLElement>('[data-tid="voice-level-stream-outline"]')];
  return marks.flatMap((mark) => {
    if (!mark.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const tag = mark.closest("[data-tid]:has([data-tid='participant-info-nametag'])");
    const name = tag?.querySelector('[data-tid="participant-info-nametag"]')?.textContent?.trim() ?? "";
    return name === "" ? [] : [{ id: `name:${name}` }];
  });
}

function readChat(): SeenMessage[] {
  return [...document.querySelectorAll('[data-tid="chat-pane-message"]')].map((message, index) => {
    const author = message.querySelector('[data-tid="message-author-name"]')?.textContent?.trim() ?? null;
    const body = message.querySelector('[data-tid="chat-pane-message-body"], [id^="content-"]') ?? message;
    const text = (body.textContent ?? "").trim().slice(0, 500);
    return { id: message.getAttribute("data-mid") ?? message.id ?? `at:${index}`, author, text, self: false };
  });
}
