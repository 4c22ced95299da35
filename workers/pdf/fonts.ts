import type { FontBytes } from "#app/server/exports/pdf/font-face.ts";
import sans400 from "#workers/pdf/fonts/sans-400.bin";
import sans500 from "#workers/pdf/fonts/sans-500.bin";
import serif400Italic from "#workers/pdf/fonts/serif-400-italic.bin";
import serif400 from "#workers/pdf/fonts/serif-400.bin";
import serif600 from "#workers/pdf/fonts/serif-600.bin";

/** The faces of the PDF, as they lie in the Worker's bundle (docs/pdf-fonts/make-fonts.mjs makes them; licences: public/fonts). */
export function bundledFonts(): FontBytes {
  return {
    "serif-400": new Uint8Array(serif400),
    "serif-400-italic": new Uint8Array(serif400Italic),
    "serif-600": new Uint8Array(serif600),
    "sans-400": new Uint8Array(sans400),
    "sans-500": new Uint8Array(sans500),
  };
}
