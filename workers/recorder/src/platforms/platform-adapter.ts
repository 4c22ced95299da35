import type { Page } from "playwright-core";
import type { PageState } from "#app/contracts/recorder.ts";
import type { CallPlatform } from "#app/domain/meeting/call.ts";

/**
 * What the engine needs to know of one platform. An adapter knows pages and nothing else: no recording, no events, no clock.
 * Everything here may be called on a page that has just moved on, crashed or closed; an adapter lets such errors of
 * Playwright through, and the engine asks again or starts again. `MeetingSession` methods must end within about ten seconds.
 */
export interface PlatformAdapter {
  readonly platform: CallPlatform;
  /** How the bot opens pages of this platform: pinned language, devices asked for. */
  readonly browser: {
    /** A site that will not let in a browser without devices gets Chromium's fake ones (silent, black). */
    fakeDevices: boolean;
    permissions: ("microphone" | "camera")[];
    /** The file of a signed-in account of the bot's own (Playwright's storage state); left out: the bot is a guest. */
    profile?: string;
  };
  /** A page that says "the host has not come" and does not move on by itself: `open` is called again every 15 s. */
  readonly reopenWhileHostAbsent?: boolean;
  /** Whether this address belongs to the platform; the second check after Acta's own. Also asked for the page's redirects. */
  allows(url: URL): boolean;
  /** Before anything is loaded: listeners for sockets, scripts of its own. One session a page; a new page has a new one. */
  enter(page: Page, guest: Guest): Promise<MeetingSession>;
}

/** The bot, as the meeting sees it. */
export type Guest = {
  url: string;
  /** "Acta · notes for Nora", at most 60 characters. */
  name: string;
};

/** One visit of one page. */
export interface MeetingSession {
  /** Loads the address and gets as far as the lobby: interstitials, "continue in this browser". */
  open(): Promise<void>;
  /**
   * The name filled in, microphone and camera off, "Ask to join" or "Join" pressed. Called about once a second while the state
   * is `pre-join`, so it must be safe to repeat: it does what is still missing and returns.
   */
  knock(): Promise<void>;
  /** What the page says now, by the pure classifier of its snapshot. */
  state(): Promise<PageState>;
  /** Everybody who is there but the bot. Null where the page does not say now: missing is unknown, never nobody. */
  people(): Promise<Roster | null>;
  /**
   * Who the page marks as speaking right now, where it has such a mark; ids as in `people`. Null where the platform has none;
   * then the sound of each track and `owners` say it.
   */
  speaking(): Promise<SpeakingMark[] | null>;
  /** Whose each remote audio track is. Empty where a track is a mix of several people (Teams, Zoom) or rotates (Meet). */
  owners(): Promise<TrackOwner[]>;
  /** Says it in the chat. False where there is no chat, or it is closed to guests. */
  say(text: string): Promise<boolean>;
  /** What others wrote in the chat since the last call, in order. Empty where there is no chat. */
  newChatLines(): Promise<ChatLine[]>;
  /** Leaves by the page's own button. Resolves when it was pressed, or false where there was none. */
  leave(): Promise<boolean>;
}

export type Roster = {
  /** As the platform counts, the bot left out; null where it only lists. */
  count: number | null;
  people: RosterPerson[];
};

export type RosterPerson = {
  /** Stable through this visit; the platform's own id where it has one. At most 120 characters. */
  id: string;
  name: string | null;
  /** Another recorder or assistant, by its name or the platform's own mark. */
  bot: boolean;
};

export type SpeakingMark = { personId: string; confidence: number };

export type TrackOwner = {
  /** The number that the capture hook gave the track: `window.__actaTrackNumber(mediaStreamTrack)` in the page, null for others. */
  track: number;
  personId: string;
  confidence: number;
};

export type ChatLine = { author: string | null; text: string };
