import type { LinkRead } from "#app/domain/meeting/link.ts";
import { ok, refused } from "#app/domain/outcome.ts";

const ORIGIN = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;
const REST = /^\/([A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*(?:\.html)?)\?room=(\d{1,10})$/;

/** Tells whether an origin may be configured as this machine's meeting server: http, loopback, with its port. */
export function isLoopbackOrigin(origin: string): boolean {
  return ORIGIN.test(origin) && Number(origin.split(":").at(-1)) <= 65_535;
}

/** Reads a room of this machine's meeting server, which must match its one origin exactly; null for anything else. */
export function readLocal(text: string, origin: string): LinkRead | null {
  if (!text.startsWith(`${origin}/`)) return null;
  const [, page, room] = REST.exec(text.slice(origin.length)) ?? [];
  if (page === undefined || room === undefined) return refused("not-a-meeting");
  return ok({ platform: "local", roomKey: room, url: `${origin}/${page}?room=${room}` });
}
