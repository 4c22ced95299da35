import type { ClassifiedPlatform } from "./classify/classify-page.ts";
import type { Guest } from "./platform-adapter.ts";

/** The differences between platforms; the visit itself is the same (web-visit.ts). Names are written as the pages show them. */
export type PlatformPage = {
  platform: ClassifiedPlatform;
  fakeDevices: boolean;
  permissions: ("microphone" | "camera")[];
  /** A page of this platform that says "the host has not come" does not change by itself and must be opened again. */
  reopenWhileHostAbsent: boolean;
  /** The address to open: language pinned, straight to the browser's client. */
  address(guest: Guest): string;
  /** Buttons and links on the way to the lobby, first match first. They agree to nothing. */
  onTheWay: RegExp[];
  nameFields: string[];
  /** Shown only while a device of the bot's own is on: one press turns it off, in the lobby and in the call. */
  devicesOff: RegExp[];
  /** The same by selector, for names that could also be another person's button. */
  switchesOff: string[];
  join: { selectors: string[]; names: RegExp };
  /** In the call: the button to press for hearing the others. */
  listen: RegExp | null;
  leave: { selectors: string[]; names: RegExp; confirm: string[] };
  chat: { open: RegExp; openSelectors: string[]; field: string };
  /** Runs in the page. */
  readPeople: (asked: null) => SeenPeople | null;
  readSpeaking: (asked: null) => SeenSpeaker[] | null;
  readChat: (asked: null) => SeenMessage[];
  readOwners: ((asked: null) => SeenOwner[]) | null;
  /** Confidence of the page's own mark of the speaker, and the number of reads in a row in which the mark must be there. */
  speakingConfidence: number;
  speakingReads: number;
};

/** `self` is the bot's own entry. `count` is the page's number, the bot included. */
export type SeenPeople = { count: number | null; people: { id: string; name: string | null; self: boolean }[] };
export type SeenSpeaker = { id: string };
export type SeenMessage = { id: string; author: string | null; text: string; self: boolean };
export type SeenOwner = { track: number; id: string };
