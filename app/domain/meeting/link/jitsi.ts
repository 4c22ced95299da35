import type { LinkRead } from "#app/domain/meeting/link.ts";
import { type Address, decodeFully } from "#app/domain/meeting/link/address.ts";
import { ok, refused } from "#app/domain/outcome.ts";

/** The public server; the operator's own servers are allowed as well. */
const PUBLIC_HOST = "meet.jit.si";
/** A room, or a tenant and a room, made of letters, digits, hyphens and underscores. */
const ROOM = /^[\p{L}\p{N}_-]{1,100}(?:\/[\p{L}\p{N}_-]{1,100})?$/u;
/** Paths for which a Jitsi server returns files. */
const FILES = /^(?:static|images|libs|css|lang|sounds|fonts|http-bind|xmpp-websocket|about)(?:\/|$)/i;

/**
 * Reads a room on the public server or on one of the operator's. Settings in the link (query, hash) are dropped, because Acta
 * must not obey them.
 */
export function readJitsi({ host, path }: Address, hosts: readonly string[]): LinkRead | null {
  if (host !== PUBLIC_HOST && !hosts.includes(host)) return null;
  const room = decodeFully(path.slice(1));
  if (room === null || !ROOM.test(room) || FILES.test(room)) return refused("not-a-meeting");
  // Jitsi ignores the case of a room's name.
  const name = room.toLowerCase().split("/").map(encodeURIComponent).join("/");
  return ok({ platform: "jitsi", roomKey: `${host}/${name}`, url: `https://${host}/${name}` });
}
