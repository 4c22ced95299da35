import type { PlatformPage, SeenMessage, SeenPeople, SeenSpeaker } from "../platform-page.ts";

/** Zoom's web client. */
export const ZOOM_PAGE: PlatformPage = {
  platform: "zoom",
  // Sound is only played to those who answered "Allow", so there must be devices to allow.
  fakeDevices: true,
  permissions: ["microphone", "camera"],
  reopenWhileHostAbsent: true,
  address({ url }) {
    const address = new URL(url);
    const id = /^\/(?:j|w)\/(\d{9,11})\/?$/.exec(address.pathname)?.[1];
    const isZoom = address.hostname === "zoom.us" || address.hostname.endsWith(".zoom.us");
    if (id === undefined || !isZoom) return address.href;
    const client = new URL(`https://app.zoom.us/wc/${id}/join`);
    for (const kept of ["pwd", "tk"]) {
      const value = address.searchParams.get(kept);
      if (value !== null) client.searchParams.set(kept, value);
    }
    return client.href;
  },
  onTheWay: [
    /^accept cookies$/i,
    /^join from your browser$/i,
    /^launch meeting$/i,
    /^continue without microphone and camera$/i,
  ],
  nameFields: ["#input-for-name", "#inputname", 'input[placeholder="Your Name"]'],
  // Chromium's fake microphone beeps: it must never be on, nor come on with the sound of the others.
  devicesOff: [/^mute my microphone$/i, /^stop my video$/i],
  switchesOff: [
    '#preview-audio-control-button[aria-label="Mute"]',
    '#preview-video-control-button[aria-label="Stop Video"]',
  ],
  join: { selectors: ["button.preview-join-button", "#joinBtn"], names: /^join$/i },
  listen: /^join audio by computer$/i,
  leave: {
    selectors: ['button[aria-label="Leave"]'],
    names: /^leave$/i,
    confirm: ["button.leave-meeting-options__btn--danger"],
  },
  chat: {
    open: /^(open the chat panel|chat)$/i,
    openSelectors: [],
    field: '[aria-label^="Type message here"], textarea.chat-box__chat-textarea',
  },
  readPeople,
  readSpeaking,
  readChat,
  readOwners: null,
  speakingConfidence: 0.6,
  // The active tile jumps; it counts when it was the same twice.
  speakingReads: 2,
};

/** Sharing hides the tiles, and the footer hides itself: what is missing is unknown. */
function readPeople(): SeenPeople | null {
  const labels = [...document.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label") ?? "");
  const number = labels.map((each) => /participants.*?(\d+)\s+participants?/i.exec(each)?.[1]).find(Boolean);
  const times = new Map<string, number>();
  const people = [...document.querySelectorAll(".video-avatar__avatar-footer")].flatMap((footer) => {
    const name = footer.textContent?.trim() ?? "";
    if (name === "") return [];
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return [{ id: time === 1 ? `name:${name}` : `name:${name}#${time}`, name, self: false }];
  });
  if (number === undefined && people.length === 0) return null;
  return { count: number === undefined ? null : Number(number), people };
}

function readSpeaking(): SeenSpeaker[] {
  const footer = document.querySelector(
    ".speaker-active-container__video-frame .video-avatar__avatar-footer, .video-avatar__avatar--active .video-avatar__avatar-footer",
  );
  const name = footer?.textContent?.trim() ?? "";
  return name === "" ? [] : [{ id: `name:${name}` }];
}

function readChat(): SeenMessage[] {
  return [...document.querySelectorAll(".chat-message__container")].map((message, index) => {
    const author = message.querySelector(".chat-item__sender")?.textContent?.trim() ?? null;
    const body = message.querySelector(".chat-message__text-box, .chat-rtf-box__display") ?? message;
    const text = (body.textContent ?? "").trim().slice(0, 500);
    return { id: message.id || `at:${index}`, author, text, self: /^(you|me)$/i.test(author ?? "") };
  });
}
