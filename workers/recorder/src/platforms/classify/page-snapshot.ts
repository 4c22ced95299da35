/**
 * The data read from a meeting's page to classify it: plain data, so that saved pages test the same classifier as live ones. Captions, chat
 * messages and people's names are not in `lines`: a person's words must not pass for the page's own.
 */
export type PageSnapshot = {
  /** The address of the main frame. */
  url: string;
  title: string;
  /** `<html lang>`, lower case, empty when the page has none. */
  lang: string;
  /** Visible text, one entry per block, in document order. */
  lines: string[];
  /** Text of `role=alert` and of toasts: these include mute notices and short network problems, so no final state is read from them. */
  alerts: string[];
  dialogs: SnapshotDialog[];
  controls: SnapshotControl[];
  fields: SnapshotField[];
  marks: SnapshotMark[];
  frames: SnapshotFrame[];
  /** The page was larger than the limits of one reading: some of it may be missing here. */
  truncated: boolean;
};

export type SnapshotDialog = { name: string; lines: string[]; buttons: string[] };

/** Something with a role that can be pressed, or a named region. `shown` is false for a control that is faded or hidden. */
export type SnapshotControl = { role: string; name: string; shown: boolean };

export type SnapshotField = { type: string; id: string; name: string; label: string; shown: boolean };

/** A mark in the platform's own markup, as `attribute=value`, `#id` or `.class`; `name` is its label or text. */
export type SnapshotMark = { mark: string; tag: string; name: string; shown: boolean };

/** A frame inside the page, by host and path and, when the address says so, "invisible". */
export type SnapshotFrame = { source: string; title: string; width: number; height: number; shown: boolean };

/** Limits of one reading: a page may be of any size. */
export type SnapshotBounds = {
  nodes: number;
  ms: number;
  lines: number;
  lineLength: number;
  controls: number;
  marks: number;
};
export const SNAPSHOT_BOUNDS: SnapshotBounds = {
  nodes: 20_000,
  ms: 400,
  lines: 400,
  lineLength: 300,
  controls: 300,
  marks: 100,
};

/** The markup that matters, on any platform: facts about their pages, seen in public sources up to September 2026. */
export type WantedMarks = {
  /** Attributes of which only the presence counts: their values are ids and names of people. */
  present: string[];
  /** Attributes of which these values count. */
  valued: Record<string, string[]>;
  ids: string[];
  classes: string[];
  /** Selectors of other people's text and names: left out of every text. */
  others: string[];
};

export const WANTED_MARKS: WantedMarks = {
  present: ["data-participant-id", "data-self-name", "data-avatar-count"],
  valued: {
    "data-tid": [
      "prejoin-display-name-input",
      "prejoin-join-button",
      "calling-retry-cancelbutton",
      "HIP-Captcha-Image",
      "hangup-main-btn",
      "calling-toolbar",
      "modern-stage-wrapper",
      "anon-meeting-end-screen-rejoin-button",
      "calling-e2ee-end-screen",
    ],
    "data-testid": ["prejoin.screen", "prejoin.joinMeeting", "lobby.knockButton", "lobby.waitingScreen"],
  },
  ids: [
    "hangup-button",
    "callingButtons-showMoreBtn",
    "calling-retry-screen-title",
    "chat-button",
    "roster-button",
    "microphone-button",
    "input-for-name",
    "inputname",
    "joinBtn",
    "wc-footer",
    "disclaimer_agree",
    "premeeting-name-input",
    "largeVideoContainer",
  ],
  classes: [
    "roSPhc",
    "preview-join-button",
    "zm-modal-body-title",
    "component_smart_captcha",
    "video-avatar__avatar-footer",
    "meeting-app",
  ],
  others: [
    "[role=log]",
    "[contenteditable]",
    "textarea",
    "[data-message-id]",
    "[data-participant-id]",
    "[data-self-name]",
    "span.notranslate",
    "[data-tid=chat-pane-message]",
    "[data-tid=closed-caption-renderer-wrapper]",
    "[data-tid=participant-info-nametag]",
    "[data-tid=roster-participant]",
    ".video-avatar__avatar-footer",
    ".chat-message__container",
    ".live-transcription-subtitle__box",
    ".participants-item__display-name",
    ".chatmessage",
    ".displayname",
    ".captions-container",
    '[role=region][aria-label="Captions"]',
  ],
};
