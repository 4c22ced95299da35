import type { Frame, Page } from "playwright-core";
import { type PageSnapshot, SNAPSHOT_BOUNDS, WANTED_MARKS } from "./page-snapshot.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/**
 * The function as text, with its argument: bundlers wrap inner functions in a `__name` of their own, which no page has.
 * Evaluated by the debugger, so a page's content security policy and trusted types do not stand in its way.
 */
const TAKE = `(() => { const __name = (value) => value; return (${takeSnapshot.toString()})(${JSON.stringify({
  bounds: SNAPSHOT_BOUNDS,
  wanted: WANTED_MARKS,
})}); })()`;

/** A client may draw itself in a frame of its own host; smaller ones are helpers and adverts. */
const FRAME_MIN = { width: 300, height: 200 };
const FRAMES_MAX = 5;

/**
 * The page as it is now, with those of its frames that belong to the platform too.
 * @param belongs whether a frame's address is the platform's own: nobody else's words may speak for it.
 */
export async function readPage(page: Page, belongs: (address: URL) => boolean): Promise<PageSnapshot> {
  const main = await take(page.mainFrame());
  let whole = main;
  const inside = page.frames().filter((frame) => frame !== page.mainFrame() && isOwn(frame.url(), belongs));
  for (const frame of inside.slice(0, FRAMES_MAX)) {
    const size = await sizeOf(frame);
    if (!size || size.width < FRAME_MIN.width || size.height < FRAME_MIN.height) continue;
    // A frame that goes away while it is read has said nothing.
    const part = await take(frame).catch(() => null);
    if (part) whole = join(whole, part);
  }
  return whole;
}

/** The address stays the main frame's: where the bot is, not what it draws. */
function join(whole: PageSnapshot, part: PageSnapshot): PageSnapshot {
  return {
    ...whole,
    lang: whole.lang || part.lang,
    lines: [...whole.lines, ...part.lines],
    alerts: [...whole.alerts, ...part.alerts],
    dialogs: [...whole.dialogs, ...part.dialogs],
    controls: [...whole.controls, ...part.controls],
    fields: [...whole.fields, ...part.fields],
    marks: [...whole.marks, ...part.marks],
    frames: [...whole.frames, ...part.frames],
    truncated: whole.truncated || part.truncated,
  };
}

async function take(frame: Frame): Promise<PageSnapshot> {
  return frame.evaluate<PageSnapshot>(TAKE);
}

async function sizeOf(frame: Frame): Promise<{ width: number; height: number } | null> {
  const element = await frame.frameElement().catch(() => null);
  return element ? element.boundingBox() : null;
}

function isOwn(url: string, belongs: (address: URL) => boolean): boolean {
  return URL.canParse(url) && belongs(new URL(url));
}
