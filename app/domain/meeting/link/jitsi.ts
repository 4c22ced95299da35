import type { LinkRead } from "#app/domain/meeting/link.ts";
import { type Address, decodeFully } from "#app/domain/meeting/link/address.ts";
import { ok, refused } from "#app/domain/outcome.ts";

/** The public server; the operator's own come beside it. */
const PUBLIC_HOST = "meet.jit.si";
/** A room, or a tenant and a room; each of letters, figures, hyphens and underscores. */
const ROOM = /^[\p{L}\p{N}_-]{1,100}(?:\/[\p{L}\p{N}_-]{1,100})?$/u;
/** What a Jitsi server answers with files. */
const FILES = /^(?:static|images|libs|css|lang|sounds|fonts|http-bind|xmpp-websocket|about)(?:\/|$)/i;

/** A room on the public server or one of the operator's. Settings in the link (query, hash) are left behind: they are not ours to obey. */
export function readJitsi({ host, path }: Address, hosts: readonly string[]): LinkRead | null {
  if (host !== PUBLIC_HOST && !hosts.includes(host)) return null;
  const room = decodeFully(path.slice(1));
  if (room === null || !ROOM.test(room) || FILES.test(room)) return refused("not-a-meeting");
  // Jitsi takes a room's name without regard to case.
  const name = room.toLowerCase().split("/").map(encodeURIComponent).join("/");
  return ok({ platform: "jitsi", roomKey: `${host}/${name}`, url: `https://${host}/${name}` });
}
