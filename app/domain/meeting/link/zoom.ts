import type { LinkRead } from "#app/domain/meeting/link.ts";
import { type Address, only } from "#app/domain/meeting/link/address.ts";
import { secretOfRoom } from "#app/domain/meeting/link/room-secret.ts";
import { ok, refused } from "#app/domain/outcome.ts";

/** Zoom's own domains, with at most two names before them (a region, an organisation). */
const HOST = /^(?:[a-z0-9-]+\.){0,2}(zoom\.us|zoom\.com|zoomgov\.com)$/;
const ROOM = /^\/(?:[jw]\/(\d{9,11})|wc\/join\/(\d{9,11})|wc\/(\d{9,11})\/join)$/;
const PERSONAL = /^\/my\/[^/]+$/;
const PASSWORD = /^(?:[A-Za-z0-9_-]{1,120}(?:\.\d{1,4})?)?$/;
const REGISTRANT = /^[A-Za-z0-9_.-]{0,600}$/;

/** §5: j/ with 9 to 11 digits; webinars (w/) and the web client's own addresses (wc/) lead to the same rooms. */
export function readZoom({ host, path, query }: Address): LinkRead | null {
  const domain = HOST.exec(host)?.[1];
  if (domain === undefined || host.includes("xn--")) return null;
  if (host.startsWith("events.") || PERSONAL.test(path)) return refused("personal-room");
  const found = ROOM.exec(path);
  const number = found?.slice(1).find((each) => each !== undefined);
  const pwd = only(query, "pwd");
  const tk = only(query, "tk");
  if (number === undefined || pwd === null || tk === null || !PASSWORD.test(pwd) || !REGISTRANT.test(tk))
    return refused("not-a-meeting");
  const kept = new URLSearchParams({ ...(pwd && { pwd }), ...(tk && { tk }) });
  const isGovernment = domain === "zoomgov.com";
  const room = isGovernment ? `gov/${number}` : number;
  return ok({
    platform: "zoom",
    // A registrant's token admits people like the passcode.
    roomKey: `${room}${secretOfRoom(`zoom:${room}`, kept.toString())}`,
    // The web client: other addresses first offer to open a program. The government's client has its own hosts.
    url: `https://${isGovernment ? host : "app.zoom.us"}/wc/${number}/join${kept.size > 0 ? `?${kept}` : ""}`,
  });
}
