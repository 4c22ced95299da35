import { TASK_KINDS } from "#app/domain/tasks/task-service.ts";

/** Whether a path belongs to the page of a shared meeting or of a clip; its second segment is then a secret. Routes match decoded and in any case, and so does this. */
export function isSharedPath(pathname: string): boolean {
  return ["s", "clip"].includes(firstSegment(pathname));
}

/** Whether a page may stand in a frame of another site: the player of a clip. */
export function isEmbedPath(pathname: string): boolean {
  return firstSegment(pathname) === "clip" && pathname.split("/")[3] === "embed";
}

/** Whether the address opens something to whoever knows it: a notice for recorded people, a template, a feed, or a link in a mail. */
export function isSecretPath(pathname: string): boolean {
  return ["recorded", "t", "join", "unsubscribe", "confirm-mail", "keep-out", "feeds"].includes(firstSegment(pathname));
}

/** Whether a path belongs to the API, however it is spelled. */
export function isApiPath(pathname: string): boolean {
  return firstSegment(pathname) === "api";
}

/** Whether a path belongs to the public API, which answers every refusal as application/problem+json. */
export function isPublicApiPath(pathname: string): boolean {
  return pathname.startsWith("/api/v1/");
}

function firstSegment(pathname: string): string {
  const segment = pathname.split("/")[1] ?? "";
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}

/** Every literal segment of app/routes.ts, of the API and of the paths before Remix; a test compares them. */
const WORDS: ReadonlySet<string> = new Set([
  ...TASK_KINDS,
  ...`.well-known _local accept acta admin analytics answer api apply apps archive arrange ask ask-again auth authorize
    available-calendars billing brief calendar calendar-accounts calendar-events calendar-preferences calendar-push calendar-setup
    calendar-visibility calendars call callback calls cancel chat checkout choices clear clip clips confirm-mail connect connect-calendar
    connections copy credits cron dead-letters decline delete deliveries docs download duplicate edit embed events export feeds fields
    finish folder-rules folders follow-up health here history ics import imports init_call insider integrations invitations join joining
    keep-out keys known language language-model last-time live mail mail_address marks mcp media meetings meetings.ics members merge minutes
    minutes.atom new notes oauth oauth-authorization-server oauth-protected-resource oembed onboarding openapi.json order pdf people pieces
    place places plan plans portal preferences preview pricing privacy profile properties purchase rebuild recorded recorder
    recording refused register renew replaced reseal resend retention retry revoke rewrite s sample screenshot search seats
    secret segments send sent series session settings shares signin signout signout_everywhere signout_session slack speakers speech-outlook
    split stop stripe summary switch t tasks team templates terms test token transcript unmerge unsplit unsubscribe upload upload_data
    upload_parts upload_sound uploads usage user v1 versions visibility voices webhooks words`.split(/\s+/),
]);
/** The longest path that there is has eight segments. */
const SEGMENTS_MAX = 8;

/**
 * The path of a request as it may be logged: the fixed words of routes, and ":" for each other segment (an id, a token, or typed
 * text). Never the query.
 */
export function loggablePath(request: Request): string {
  const segments = new URL(request.url).pathname.split("/").slice(1, SEGMENTS_MAX + 1);
  return `/${segments.map((segment) => (segment === "" || WORDS.has(segment) ? segment : ":")).join("/")}`;
}
