import * as z from "zod/mini";

/** Answer of /api/oembed: the fields of oEmbed 1.0 for a frame with a player. Source: oembed.com, 2.3.4. */
export const oembed = z.object({
  version: z.literal("1.0"),
  /** `rich`: a clip of words, or of sound without a picture. */
  type: z.enum(["video", "rich"]),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** An iframe. */
  html: z.string(),
  width: z.number(),
  height: z.number(),
  /** In seconds. The link may be revoked at any time. */
  cache_age: z.number(),
});

export type Oembed = z.infer<typeof oembed>;
