import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { type FaceName, openTypeface, type Typeface } from "#app/server/exports/pdf/font-face.ts";
import type { ScriptFonts } from "#app/server/exports/pdf/script-faces.ts";
import { keepFaces, pdfWriter } from "#app/server/exports/pdf/write-pdf.ts";
import type { PdfKind } from "#app/server/ports/pdf-writer.ts";

/** The faces as the Worker bundles them. */
const font = (name: FaceName) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../../workers/pdf/fonts/${name}.bin`, import.meta.url))));
export const fonts = () => ({
  "serif-400": font("serif-400"),
  "serif-400-italic": font("serif-400-italic"),
  "serif-600": font("serif-600"),
  "sans-400": font("sans-400"),
  "sans-500": font("sans-500"),
});

export const PAGE_ORIGIN = "https://acta.example";

export const typeface = (): Typeface => openTypeface(fonts());

const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)));

export const scriptFonts: ScriptFonts = {
  read: async (name) => new Uint8Array(file(`public/fonts/pdf/${name}.bin`)),
  harfbuzz: () => new WebAssembly.Module(file("node_modules/harfbuzzjs/dist/harfbuzz.wasm")),
};

export const writer = pdfWriter({ faces: keepFaces(fonts, scriptFonts), origin: PAGE_ORIGIN });

export async function makePdf(view: MeetingView, kind: Partial<PdfKind> = {}): Promise<Uint8Array> {
  const whole = { transcript: false, linked: true, ...kind };
  return writer.write(view, { ...whole, fingerprint: await writer.fingerprint(view, whole) });
}
