import type { PlatformPage, SeenMessage, SeenOwner, SeenPeople, SeenSpeaker } from "../platform-page.ts";

/** Jitsi Meet: its page keeps people, tracks and messages in a store that it leaves open to embedders. */
export const JITSI_PAGE: PlatformPage = {
  platform: "jitsi",
  fakeDevices: false,
  permissions: [],
  reopenWhileHostAbsent: false,
  address({ url, name, video }) {
    const address = new URL(url);
    const settings = {
      "config.defaultLanguage": '"en"',
      "config.startWithAudioMuted": "true",
      "config.startWithVideoMuted": "true",
      "config.startAudioOnly": String(!video),
      "config.disableDeepLinking": "true",
      "userInfo.displayName": JSON.stringify(name),
    };
    address.hash = Object.entries(settings)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join("&");
    return address.href;
  },
  onTheWay: [],
  nameFields: ["#premeeting-name-input"],
  devicesOff: [/^mute microphone$/i, /^stop camera$/i],
  switchesOff: [],
  join: {
    selectors: ['[data-testid="lobby.knockButton"]', '[data-testid="prejoin.joinMeeting"]'],
    names: /^(join meeting|ask to join)$/i,
  },
  listen: null,
  leave: { selectors: [], names: /^leave the meeting$/i, confirm: [] },
  chat: { open: /^open chat$/i, openSelectors: [], field: "#chat-input textarea, textarea#usermsg" },
  readPeople,
  readSpeaking,
  readChat,
  readOwners,
  speakingConfidence: 0.9,
  speakingReads: 1,
};

type Participant = { id?: unknown; name?: unknown; local?: unknown };
type Track = { participantId?: unknown; mediaType?: unknown; local?: unknown; jitsiTrack?: { track?: unknown } };

function readPeople(): SeenPeople | null {
  type Store = { getState(): Record<string, { remote?: Map<string, Participant>; local?: Participant } | undefined> };
  const scope: Window & { APP?: { store?: Store } } = window;
  const state = scope.APP?.store?.getState()["features/base/participants"];
  if (!state?.remote) return null;
  const people = [...state.remote.values()].map(({ id, name, local }) => ({
    id: typeof id === "string" ? id : "",
    name: typeof name === "string" ? name : null,
    self: local === true,
  }));
  return { count: people.length + 1, people };
}

function readSpeaking(): SeenSpeaker[] | null {
  type Store = { getState(): Record<string, { dominantSpeaker?: unknown; local?: Participant } | undefined> };
  const scope: Window & { APP?: { store?: Store } } = window;
  const state = scope.APP?.store?.getState()["features/base/participants"];
  if (!state) return null;
  const id = state.dominantSpeaker;
  // The last dominant speaker stays marked when it is quiet again; the sound of the tracks says the rest.
  return typeof id === "string" && id !== state.local?.id ? [{ id }] : [];
}

function readOwners(): SeenOwner[] {
  type Store = { getState(): Record<string, unknown> };
  const scope: Window & {
    APP?: { store?: Store };
    __actaTrackNumber?: (track: MediaStreamTrack) => number | null;
  } = window;
  const tracks = scope.APP?.store?.getState()["features/base/tracks"];
  if (!Array.isArray(tracks)) return [];
  return tracks.flatMap((each: Track) => {
    const track = each.jitsiTrack?.track;
    if (each.local === true || each.mediaType !== "audio" || !(track instanceof MediaStreamTrack)) return [];
    // oxlint-disable-next-line no-underscore-dangle -- the capture hook's names stand out from the page's own.
    const number = scope.__actaTrackNumber?.(track) ?? null;
    const id = each.participantId;
    return number === null || typeof id !== "string" ? [] : [{ track: number, id }];
  });
}

function readChat(): SeenMessage[] {
  type Message = { messageId?: unknown; displayName?: unknown; message?: unknown; messageType?: unknown };
  type Store = { getState(): Record<string, { messages?: Message[] } | undefined> };
  const scope: Window & { APP?: { store?: Store } } = window;
  const messages = scope.APP?.store?.getState()["features/chat"]?.messages ?? [];
  return messages.slice(0, 200).map((each, index) => ({
    id: typeof each.messageId === "string" ? each.messageId : `at:${messages.length - index}`,
    author: typeof each.displayName === "string" ? each.displayName : null,
    text: typeof each.message === "string" ? each.message.trim().slice(0, 500) : "",
    self: each.messageType === "local",
  }));
}
