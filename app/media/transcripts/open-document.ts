import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { isZip, unzipEntry, zipEntries } from "#app/media/transcripts/read-zip.ts";

const ENTRIES_MAX = 1000;
const CONTENT = "word/document.xml";
const NOTHING = new Uint8Array(0);

/**
 * The bytes of a transcript's text: of a Word document its XML, taken out of the ZIP that it is; any other file as it stands. Empty for a
 * ZIP that is no Word document, is damaged, or holds more than a transcript may. Never rejects.
 */
export async function openDocument(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isZip(bytes)) return bytes;
  const entry = zipEntries(bytes, ENTRIES_MAX)?.find(({ name }) => name === CONTENT);
  if (!entry) return NOTHING;
  return (await unzipEntry(bytes, entry, TRANSCRIPT_BYTES_MAX)) ?? NOTHING;
}
