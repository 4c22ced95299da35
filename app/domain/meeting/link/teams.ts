import type { LinkRead } from "#app/domain/meeting/link.ts";
import { type Address, decodeFully, only, readBase64 } from "#app/domain/meeting/link/address.ts";
import { ok, refused } from "#app/domain/outcome.ts";

const HOSTS = new Set([
  "teams.microsoft.com",
  "teams.live.com",
  "teams.microsoft.us",
  "gov.teams.microsoft.us",
  "dod.teams.microsoft.us",
  "teams.cloud.microsoft",
]);
/** `*.teams.microsoft.us` and the rest are separate clouds: the same number is another meeting there. */
const CLOUDS: Record<string, string> = { "teams.microsoft.com": "work", "teams.cloud.microsoft": "work" };

const THREAD = /^19:[A-Za-z0-9_=+-]{1,200}@thread\.(?:v2|tacv2|skype)$/;
/** The thread of one meeting: every link to it leads to the same room, whichever message it names. */
const MEETING_THREAD = /^19:meeting_/;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PASSCODE = /^[A-Za-z0-9]{0,64}$/;

/** Meetings by number (`/meet/`) and by thread (`meetup-join`), and the forms that wrap them (§5, facts of the platforms). */
export function readTeams(address: Address): LinkRead | null {
  if (!HOSTS.has(address.host)) return null;
  return readPlace(address) ?? refused("not-a-meeting");
}

function readPlace({ host, path, query, hash }: Address): LinkRead | null {
  if (path === "/dl/launcher/launcher.html") {
    const inner = only(query, "url");
    return inner === "/_" ? readInner(host, hash, "") : readInner(host, inner, "/_#");
  }
  if (path === "/light-meetings/launch") return readCoordinates(host, only(query, "coords"));
  if (path === "/v2" || path === "/_") return readInner(host, hash, "");
  return readPath(host, path, query);
}

/** `/_#/l/meetup-join/…` as a parameter of the launcher, or the text after the # of the web client. */
function readInner(host: string, text: string | null, prefix: string): LinkRead | null {
  const inner = text === null ? null : text.startsWith("%") ? decodeFully(text) : text;
  if (inner === null || !inner.startsWith(`${prefix}/`)) return null;
  const [path = "", ...query] = inner.slice(prefix.length).split("?");
  return readPath(host, path.replace(/\/$/, ""), new URLSearchParams(query.join("?")));
}

function readPath(host: string, path: string, query: URLSearchParams): LinkRead | null {
  const number = /^\/meet\/(\d{10,15})$/.exec(path)?.[1];
  if (number !== undefined) return readNumber(host, number, only(query, "p"));
  // The page before a call names the thread alone.
  const [, threadText, message = "0"] =
    /^\/l\/meetup-join\/([^/]+)\/(\d{1,20})$/.exec(path) ?? /^\/pre-join-calling\/([^/]+)$/.exec(path) ?? [];
  if (threadText === undefined) return null;
  return readThread({ host, thread: decodeFully(threadText), message, context: only(query, "context") });
}

function readNumber(host: string, number: string, passcode: string | null): LinkRead | null {
  if (passcode === null || !PASSCODE.test(passcode)) return null;
  const url = `https://${host}/meet/${number}${passcode && `?p=${passcode}`}`;
  return ok({ platform: "teams", room: `${CLOUDS[host] ?? host}/${number}`, secret: passcode, url });
}

type Thread = { host: string; thread: string | null; message: string; context: string | null };

function readThread({ host, thread, message, context }: Thread): LinkRead | null {
  if (thread === null || !THREAD.test(thread) || context === null) return null;
  const people = readContext(context);
  if (people === null) return null;
  const place = `/l/meetup-join/${encodeURIComponent(thread)}/${message}`;
  return ok({
    platform: "teams",
    // A channel's thread holds many meetings; the message tells them apart.
    room: MEETING_THREAD.test(thread) ? thread : `${thread}/${message}`,
    // The web client itself: other addresses first offer to open a program.
    url: `https://${host}/v2/?meetingjoin=true#${place}?${people && `context=${encodeURIComponent(people)}&`}anon=true`,
  });
}

/** Returns tenant and organiser, and nothing else of the link. Empty when neither is present. */
function readContext(text: string): string | null {
  if (text === "") return "";
  const object = readObject(decodeFully(text));
  if (object === null) return null;
  return writeContext(object["Tid"] ?? object["tid"], object["Oid"] ?? object["oid"]);
}

function writeContext(tenant: unknown, organiser: unknown): string | null {
  if (typeof tenant !== "string" || !GUID.test(tenant)) return null;
  if (typeof organiser !== "string" || !GUID.test(organiser)) return null;
  return JSON.stringify({ Tid: tenant.toLowerCase(), Oid: organiser.toLowerCase() });
}

/** The launcher of the light client: the same facts as base64 of JSON. */
function readCoordinates(host: string, coords: string | null): LinkRead | null {
  if (!coords) return null;
  // A plus in a query means a space.
  const object = readObject(readBase64(decodeFully(coords.replaceAll(" ", "+")) ?? ""));
  if (object === null) return null;
  const { conversationId: thread, tenantId, organizerId, messageId = "0" } = object;
  const people = writeContext(tenantId, organizerId);
  if (typeof thread !== "string" || people === null || !/^\d{1,20}$/.test(String(messageId))) return null;
  return readThread({ host, thread, message: String(messageId), context: people });
}

function readObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
