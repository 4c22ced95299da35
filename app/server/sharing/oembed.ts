import type { Oembed } from "#app/contracts/oembed.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import type { Services } from "#app/server/services.ts";
import { openClip } from "#app/server/sharing/open-clip.ts";

/** Size of the player's frame where nothing else is known: a picture of 16:9, or controls with some lines of words. */
export const EMBED_SIZE = { width: 640, height: 360, soundHeight: 240 } as const;
const CACHE_MS = 10 * MINUTE_MS;

/**
 * oEmbed for the link of a clip: a frame with its player, of the size that fits. `not-found` for every other address, and for a clip that
 * opens nothing. The answer holds the title only, which is what a preview of the link shows.
 */
export async function oembedOf(
  services: Pick<Services, "db" | "now" | "config" | "meetings" | "waitUntil">,
  parameters: URLSearchParams,
): Promise<Response | Outcome<Oembed, "not-found">> {
  const format = parameters.get("format") ?? "json";
  if (format !== "json") return new Response(null, { status: 501 });
  const { origin } = services.config;
  const token = tokenIn(parameters.get("url"), origin);
  const clip = token === null ? null : await openClip(services, { token, findCaller: null, isOpening: false });
  if (!clip || token === null) return refused("not-found");
  const { media, title } = clip;
  const isVideo = media?.type === "video/mp4";
  const width = Math.min(EMBED_SIZE.width, sizeIn(parameters.get("maxwidth")));
  const full = isVideo ? (width * (media?.height ?? 9)) / (media?.width ?? 16) : EMBED_SIZE.soundHeight;
  const height = Math.round(Math.min(full, sizeIn(parameters.get("maxheight"))));
  const html = `<iframe src="${origin}/clip/${token}/embed" width="${width}" height="${height}" title="${escaped(title)}" style="border:0" allow="autoplay; fullscreen" allowfullscreen></iframe>`;
  return ok({
    version: "1.0" as const,
    type: isVideo ? ("video" as const) : ("rich" as const),
    title,
    provider_name: "Acta",
    provider_url: origin,
    html,
    width,
    height,
    cache_age: CACHE_MS / SECOND_MS,
  });
}

/** The token in the link of a clip of this Acta, or of its player. */
function tokenIn(text: string | null, origin: string): string | null {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null;
  if (url?.origin !== origin) return null;
  return /^\/clip\/([0-9a-z]{1,64})(?:\/embed)?\/?$/.exec(url.pathname)?.[1] ?? null;
}

function sizeIn(text: string | null): number {
  const size = Number(text ?? Number.NaN);
  return Number.isFinite(size) && size >= 1 ? Math.floor(size) : Number.POSITIVE_INFINITY;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
