import * as z from "zod";

/** The bytes of a .vtt or .srt file in Base64, because their encoding is not known yet. */
export const givenTranscript = z.object({
  file: z.base64().transform((text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))),
});
