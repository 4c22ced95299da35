/** Abilities of a browser that recording needs. Read before the start, so that nobody learns of a lack in the middle of a meeting. */
export type Capabilities = {
  /** Sound of a microphone. */
  microphone: boolean;
  /** Sound of another tab: Chromium on a computer. */
  tab: boolean;
  /** Opus, in a form that becomes fragments of MP4, which the server joins. */
  format: boolean;
  /** Files of the origin, so that a crash loses nothing. */
  store: boolean;
  /** One recording at a time in all tabs. */
  lock: boolean;
  pictureInPicture: boolean;
  wakeLock: boolean;
};

export const HERE_FORMAT = "audio/mp4;codecs=opus";
/** Firefox and browsers of before MP4 record this; the page rewrites it (app/media/fragments/webm-to-fragments.ts). */
export const HERE_WEBM = "audio/webm;codecs=opus";

type FormatAsked = { isTypeSupported(type: string): boolean };

/** The form that this browser records in; null where it has none that Acta can use. */
export function recordedFormat(recorder: FormatAsked | undefined): typeof HERE_FORMAT | typeof HERE_WEBM | null {
  return ([HERE_FORMAT, HERE_WEBM] as const).find((format) => recorder?.isTypeSupported(format)) ?? null;
}

/** The parts of a browser's `window` that are looked at. */
export type Looked = {
  isSecureContext?: boolean;
  MediaRecorder?: FormatAsked;
  AudioContext?: unknown;
  Worker?: unknown;
  documentPictureInPicture?: unknown;
  navigator: {
    userAgent: string;
    maxTouchPoints?: number;
    mediaDevices?: { getUserMedia?: unknown; getDisplayMedia?: unknown };
    storage?: { getDirectory?: unknown };
    locks?: unknown;
    wakeLock?: unknown;
  };
};

/**
 * Firefox and Safari have getDisplayMedia but give it no sound, and say so nowhere: whether a shared tab has its sound is told by the
 * browser's name alone.
 */
export function readCapabilities(browser: Looked): Capabilities {
  const { navigator } = browser;
  const devices = navigator.mediaDevices;
  const sharesSound =
    /\b(?:Chrome|Chromium)\//u.test(navigator.userAgent) && !/\bMobile\b|Android/u.test(navigator.userAgent);
  const hasAudio = browser.AudioContext !== undefined;
  return {
    microphone: hasAudio && devices?.getUserMedia !== undefined,
    tab: hasAudio && sharesSound && devices?.getDisplayMedia !== undefined,
    format: recordedFormat(browser.MediaRecorder) !== null,
    store: navigator.storage?.getDirectory !== undefined && browser.Worker !== undefined,
    lock: navigator.locks !== undefined,
    pictureInPicture: browser.documentPictureInPicture !== undefined,
    wakeLock: navigator.wakeLock !== undefined,
  };
}

/** Missing abilities, said before the start, the most important first. `none-…`: recording is not possible at all. */
export type Lack = "no-recording" | "no-store" | "no-tab" | "no-lock";

export function listLacks(capabilities: Capabilities): Lack[] {
  if (!capabilities.format || !capabilities.microphone) return ["no-recording"];
  if (!capabilities.store) return ["no-store"];
  return [...(capabilities.tab ? [] : (["no-tab"] as const)), ...(capabilities.lock ? [] : (["no-lock"] as const))];
}
