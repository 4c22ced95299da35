import type { LinkRead } from "#app/domain/meeting/link.ts";
import { type Address, decodeFully, only } from "#app/domain/meeting/link/address.ts";
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
  return ok({ platform: "jitsi", room: `${host}/${name}`, url: `https://${host}/${name}` });
}

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
  return ok({ platform: "local", room, url: `${origin}/${page}?room=${room}` });
}

/**
 * §5: three letters, four letters, three letters. A nickname in place of the code works only for people who are signed in to the
 * organisation that gave it, so it is refused. Meet's own app has _meet/ before it. `hl=en` sets the language in which the page is read.
 */
export function readMeet({ host, path }: Address): LinkRead | null {
  if (host !== "meet.google.com") return null;
  const code = /^\/(?:_meet\/)?([a-z]{3}-[a-z]{4}-[a-z]{3})$/i.exec(path)?.[1]?.toLowerCase();
  if (code === undefined) return refused("not-a-meeting");
  return ok({ platform: "meet", room: code, url: `https://meet.google.com/${code}?hl=en` });
}

/** Zoom's own domains, with at most two names before them (a region, an organisation). */
const HOST = /^(?:[a-z0-9-]+\.){0,2}(zoom\.us|zoom\.com|zoomgov\.com)$/;
const PATH = /^\/(?:[jw]\/(\d{9,11})|wc\/join\/(\d{9,11})|wc\/(\d{9,11})\/join)$/;
const PERSONAL = /^\/my\/[^/]+$/;
const PASSWORD = /^(?:[A-Za-z0-9_-]{1,120}(?:\.\d{1,4})?)?$/;
/** Not with a full stop at its end, which may be the sentence's. */
const REGISTRANT = /^(?:[A-Za-z0-9_.-]{0,599}[A-Za-z0-9_-])?$/;

/** §5: j/ with 9 to 11 digits; webinars (w/) and the web client's own addresses (wc/) lead to the same rooms. */
export function readZoom({ host, path, query }: Address): LinkRead | null {
  const domain = HOST.exec(host)?.[1];
  if (domain === undefined || host.includes("xn--")) return null;
  if (host.startsWith("events.") || PERSONAL.test(path)) return refused("personal-room");
  const found = PATH.exec(path);
  const number = found?.slice(1).find((each) => each !== undefined);
  const pwd = only(query, "pwd");
  const tk = only(query, "tk");
  if (number === undefined || pwd === null || tk === null || !PASSWORD.test(pwd) || !REGISTRANT.test(tk))
    return refused("not-a-meeting");
  const kept = new URLSearchParams({ ...(pwd && { pwd }), ...(tk && { tk }) });
  const isGovernment = domain === "zoomgov.com";
  return ok({
    platform: "zoom",
    room: isGovernment ? `gov/${number}` : number,
    // A registrant's token admits people like the passcode.
    secret: kept.toString(),
    // The web client: other addresses first offer to open a program. The government's client has its own hosts.
    url: `https://${isGovernment ? host : "app.zoom.us"}/wc/${number}/join${kept.size > 0 ? `?${kept}` : ""}`,
  });
}
