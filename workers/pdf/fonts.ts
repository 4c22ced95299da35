import harfbuzz from "harfbuzzjs/dist/harfbuzz.wasm";
import type { FontBytes } from "#app/server/exports/pdf/font-face.ts";
import type { ScriptFonts } from "#app/server/exports/pdf/script-faces.ts";
import { type Faces, keepFaces } from "#app/server/exports/pdf/write-pdf.ts";
import sans400 from "#workers/pdf/fonts/sans-400.bin";
import sans500 from "#workers/pdf/fonts/sans-500.bin";
import serif400Italic from "#workers/pdf/fonts/serif-400-italic.bin";
import serif400 from "#workers/pdf/fonts/serif-400.bin";
import serif600 from "#workers/pdf/fonts/serif-600.bin";

type Site = Pick<Fetcher, "fetch"> | undefined;

const NO_SITE = {};
const kept = new WeakMap<object, Faces>();

/** The faces of this isolate. Its Durable Objects share them, because they and HarfBuzz take many megabytes. */
export function facesOf(site: Site): Faces {
  const faces = kept.get(site ?? NO_SITE) ?? keepFaces(bundledFonts, siteFonts(site));
  kept.set(site ?? NO_SITE, faces);
  return faces;
}

/** The faces of the PDF, as they lie in the Worker's bundle (docs/pdf-fonts/make-fonts.mjs makes them; licences: public/fonts). */
function bundledFonts(): FontBytes {
  return {
    "serif-400": new Uint8Array(serif400),
    "serif-400-italic": new Uint8Array(serif400Italic),
    "serif-600": new Uint8Array(serif600),
    "sans-400": new Uint8Array(sans400),
    "sans-500": new Uint8Array(sans500),
  };
}

/** The faces of other scripts, from the site's files (docs/pdf-fonts/make-script-fonts.mjs). Without a site, as in some tests, there are none. */
function siteFonts(site: Site): ScriptFonts {
  return {
    harfbuzz: () => harfbuzz,
    async read(name) {
      const answer = await site?.fetch(`https://site/fonts/pdf/${name}.bin`);
      if (answer === undefined || answer.status === 404) return null;
      if (!answer.ok) throw new Error(`the face ${name} was answered with ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}
