import type { Page } from "playwright-core";
import type { PageState } from "#app/contracts/recording/recorder.ts";
import type { BotPlatform } from "#app/domain/meeting/call.ts";

/**
 * The engine's interface to one platform. An adapter deals with pages only: no recording, no events, no clock. Everything here may be
 * called on a page that has just navigated, crashed or closed; an adapter lets such errors of Playwright through, and the engine calls
 * again or starts again. `MeetingSession` methods must end within about ten seconds.
 */
export interface PlatformAdapter {
  readonly platform: BotPlatform;
  /** Settings for opening pages of this platform: devices to request, and an account. */
  readonly browser: {
    /** A site that refuses a browser without devices gets Chromium's fake ones (silent, black). */
    fakeDevices: boolean;
    permissions: ("microphone" | "camera")[];
    /** The file of a signed-in account of the bot's own (Playwright's storage state); absent: the bot is a guest. */
    profile?: string;
  };
  /** A page that says "the host has not come" does not change by itself: `open` is called again every 15 s. */
  readonly reopenWhileHostAbsent?: boolean;
  /** Whether this address belongs to the platform; the second check after Acta's own. Also called for the page's redirects. */
  allows(url: URL): boolean;
  /**
   * Called before anything is loaded: adds listeners for sockets, and scripts of its own. One session per page; a new page has a new one.
   */
  enter(page: Page, guest: Guest): Promise<MeetingSession>;
}

/** The bot, as the meeting shows it. */
export type Guest = {
  url: string;
  /** "Acta · notes for Nora", at most 60 characters. */
  name: string;
  /** Whether the picture is recorded. A page that can leave out the others' pictures does so for a bot that records sound only. */
  video: boolean;
};

/** One visit of one page. */
export interface MeetingSession {
  /** Loads the address and continues to the lobby: interstitials, "continue in this browser". */
  open(): Promise<void>;
  /**
   * Fills in the name, turns microphone and camera off, presses "Ask to join" or "Join". Called about once a second while the state is
   * `pre-join`, so it must be safe to repeat: it does the missing steps and returns.
   */
  knock(): Promise<void>;
  /** The state that the page shows now, by the pure classifier of its snapshot. */
  state(): Promise<PageState>;
  /** Everybody who is there except the bot. Null when the page does not show it now: missing is unknown, never nobody. */
  people(): Promise<Roster | null>;
  /**
   * People whom the page marks as speaking right now, if it has such a mark; ids as in `people`. Null when the platform has none; speakers
   * are then found by the sound of each track and `owners`.
   */
  speaking(): Promise<SpeakingMark[] | null>;
  /** The owner of each remote audio track. Empty when a track is a mix of several people (Teams, Zoom) or rotates (Meet). */
  owners(): Promise<TrackOwner[]>;
  /** Writes the text in the chat. False when there is no chat, or it is closed to guests. */
  say(text: string): Promise<boolean>;
  /** Chat lines of others since the last call, in order. Empty when there is no chat. */
  newChatLines(): Promise<ChatLine[]>;
  /** Leaves with the page's own button. Resolves when it was pressed, or false when there was none. */
  leave(): Promise<boolean>;
}

export type Roster = {
  /** The platform's count, without the bot; null when it only lists people. */
  count: number | null;
  people: RosterPerson[];
};

export type RosterPerson = {
  /** Stable through this visit; the platform's own id if it has one. At most 120 characters. */
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
