import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { paperWriter } from "#app/server/paper/paper-writer.ts";
import { type FaceName, openTypeface, type Typeface } from "#app/server/paper/typeface.ts";
import type { PaperKind } from "#app/server/ports/paper-writer.ts";

/** The faces as the Worker bundles them. */
const font = (name: FaceName) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../../workers/paper/fonts/${name}.bin`, import.meta.url))));
const fonts = () => ({
  "serif-400": font("serif-400"),
  "serif-400-italic": font("serif-400-italic"),
  "serif-600": font("serif-600"),
  "sans-400": font("sans-400"),
  "sans-500": font("sans-500"),
});

export const PAGE_ORIGIN = "https://acta.example";

export const typeface = (): Typeface => openTypeface(fonts());

export const writer = paperWriter({ fonts, origin: PAGE_ORIGIN });

export async function makePaper(view: MeetingView, kind: Partial<PaperKind> = {}): Promise<Uint8Array> {
  const whole = { transcript: false, linked: true, ...kind };
  return writer.write(view, { ...whole, fingerprint: await writer.fingerprint(view, whole) });
}
