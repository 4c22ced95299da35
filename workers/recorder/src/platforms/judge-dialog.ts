import type { SnapshotDialog } from "./classify/page-snapshot.ts";
import { plain } from "./classify/words.ts";

/** Asks the person to agree to something: recording, transcription, an assistant, terms. Never answered by the bot. */
const CONSENT =
  /record|transcri|gemini|copilot|ai companion|take notes|taking notes|consent|agree|terms|privacy|permission to|grabación|grabar|enregistr|aufzeichn|aufgezeichnet/u;
/** Buttons that only confirm that the text was read. */
const CLOSES = new Set([
  "got it",
  "dismiss",
  "close",
  "ok",
  "verstanden",
  "schließen",
  "entendido",
  "cerrar",
  "compris",
  "fermer",
]);
/** Text of dialogs that may be closed: the meeting's layout, a microphone that is off, a new feature. */
const INFORMS =
  /others may see|see your meeting differently|your (microphone|camera|mic) is|you're muted|you are muted|no one can hear|what's new|new layout|tip|chat messages|notifications|floating|end-to-end|people outside your organi|welcome/u;

export type DialogVerdict = { close: string } | { keep: "consent" | "unknown" };

/** Whether a dialog is safe to close, and with which button. An unknown dialog is left open: a person may look at it. */
export function judgeDialog(dialog: SnapshotDialog): DialogVerdict {
  const words = [dialog.name, ...dialog.lines, ...dialog.buttons].map(plain).join(" \n ");
  if (CONSENT.test(words)) return { keep: "consent" };
  if (!INFORMS.test(words)) return { keep: "unknown" };
  const button = dialog.buttons.find((name) => CLOSES.has(plain(name)));
  return button === undefined ? { keep: "unknown" } : { close: button };
}
