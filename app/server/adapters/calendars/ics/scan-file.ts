import { FEED_EVENT_CHARS_MAX, FEED_LINE_CHARS_MAX, FEED_ZONE_CHARS_MAX } from "#app/domain/limits/calendars.ts";

/**
 * Splits a calendar's file (RFC 5545) into the lines of its events, chunk by chunk and in one pass: the file may be long, and is a
 * stranger's. No pattern runs over more than one line, and no line, zone or event grows past its limit.
 *
 * Files are often a little wrong: lines that end in LF, two structures on one line, an event without its end, several calendars one after
 * the other. Such a fault costs at most the event that it stands in.
 */

export type ScannedCalendar = {
  /** Properties of the calendar itself: upper-case name and value. The first of a name counts. */
  head: Map<string, string>;
  /** The lines of each VTIMEZONE, its BEGIN and END among them. */
  zones: string[][];
};
export type ScannedEvent = { calendar: ScannedCalendar; lines: string[] };

export type Scanner = {
  /** The events that end in this chunk. */
  push(chunk: string): ScannedEvent[];
  /** The rest of the file. `isCalendar`: it began as a calendar. `broken`: events whose end is missing, or that are too long. */
  end(): { events: ScannedEvent[]; isCalendar: boolean; calendars: ScannedCalendar[]; broken: number };
};

/** Zones that are kept of one calendar: programs write one for each zone that its events use. */
const ZONES_MAX = 100;
const HEAD_MAX = 100;

/** Components that stand glued to what follows in files of some programs: "END:VEVENTBEGIN:VEVENT". Others need a line of their own. */
const BOUNDARY =
  /^(BEGIN|END):(VCALENDAR|VEVENT|VTIMEZONE|VALARM|STANDARD|DAYLIGHT|VTODO|VJOURNAL|VFREEBUSY|[^\s:;]+$)/i;
/** The same at the end of a line of something else: "DTEND:20261207T100000ZEND:VEVENT". Behind a space it is a word of a text. */
const BOUNDARY_AT_END = /(?<!\s)(?:BEGIN|END):V(?:EVENT|CALENDAR)$/i;
const BOUNDARY_CHARS = " BEGIN:VCALENDAR".length;
const BOUNDARY_LINE_CHARS = 200;
/** Structures on one line. */
const GLUED_MAX = 20;

/** Lines with their number of characters. */
type Part = { lines: string[]; chars: number };

/** State of a scan. */
type Place = {
  calendars: ScannedCalendar[];
  /** Null before the first line. */
  isCalendar: boolean | null;
  broken: number;
  found: ScannedEvent[];
  calendar: ScannedCalendar | null;
  event: Part | null;
  zone: Part | null;
  /** Components that are not read, such as an alarm in an event: how deep the line stands in them. */
  depth: number;
};

/** `isWanted` says by the name of a property of an event whether its line is kept. */
export function scanFile(isWanted: (name: string) => boolean): Scanner {
  const nowhere = { calendar: null, event: null, zone: null, depth: 0 };
  const place: Place = { calendars: [], isCalendar: null, broken: 0, found: [], ...nowhere };
  const lines = unfoldLines((line) => takeLine(place, line, isWanted));
  const takeFound = () => place.found.splice(0);
  return {
    push(chunk) {
      lines.push(chunk);
      return takeFound();
    },
    end() {
      lines.end();
      leaveCalendar(place);
      const { isCalendar, calendars, broken } = place;
      return { events: takeFound(), isCalendar: isCalendar === true, calendars, broken };
    },
  };
}

function takeLine(place: Place, line: string, isWanted: (name: string) => boolean): void {
  const tail = BOUNDARY_AT_END.exec(line.slice(-BOUNDARY_CHARS));
  const cut = tail === null ? line.length : line.length - tail[0].length;
  for (const part of [line.slice(0, cut), line.slice(cut)]) {
    let left = part;
    for (let times = 0; left !== "" && times < GLUED_MAX; times += 1) left = takeOne(place, left, isWanted);
  }
}

/** Answers what follows on the same line. */
function takeOne(place: Place, line: string, isWanted: (name: string) => boolean): string {
  const boundary = BOUNDARY.exec(line.length > BOUNDARY_LINE_CHARS ? line.slice(0, BOUNDARY_LINE_CHARS) : line);
  place.isCalendar ??= boundary !== null && /^BEGIN:VCALENDAR/i.test(boundary[0]);
  if (boundary === null) {
    takeProperty(place, line, isWanted);
    return "";
  }
  const [text, side = "", name = ""] = boundary;
  if (side.toUpperCase() === "BEGIN") begin(place, name.toUpperCase());
  else end(place, name.toUpperCase());
  return line.slice(text.length).trim();
}

function begin(place: Place, name: string): void {
  if (name === "VCALENDAR") {
    leaveCalendar(place);
    calendarOf(place);
  } else if (name === "VEVENT") {
    closeEvent(place);
    place.zone = null;
    place.event = { lines: [], chars: 0 };
  } else if (place.event === null && place.depth === 0 && name === "VTIMEZONE") {
    place.zone = { lines: ["BEGIN:VTIMEZONE"], chars: 0 };
  } else if (place.zone !== null && (name === "STANDARD" || name === "DAYLIGHT")) {
    place.zone.lines.push(`BEGIN:${name}`);
  } else {
    place.depth += 1;
  }
}

function end(place: Place, name: string): void {
  const { zone } = place;
  if (name === "VEVENT") closeEvent(place);
  else if (name === "VCALENDAR") leaveCalendar(place);
  else if (place.depth > 0) place.depth -= 1;
  else if (zone !== null) {
    zone.lines.push(`END:${name}`);
    if (name !== "VTIMEZONE") return;
    const { zones } = calendarOf(place);
    if (zones.length < ZONES_MAX && zone.chars <= FEED_ZONE_CHARS_MAX) zones.push(zone.lines);
    place.zone = null;
  }
}

function calendarOf(place: Place): ScannedCalendar {
  if (place.calendar === null) {
    place.calendar = { head: new Map(), zones: [] };
    place.calendars.push(place.calendar);
  }
  return place.calendar;
}

function closeEvent(place: Place): void {
  const { event } = place;
  if (event !== null && event.chars <= FEED_EVENT_CHARS_MAX)
    place.found.push({ calendar: calendarOf(place), lines: event.lines });
  else if (event !== null) place.broken += 1;
  place.event = null;
  place.depth = 0;
}

/** An event that is still open is not known to be whole. */
function leaveCalendar(place: Place): void {
  if (place.event !== null) place.broken += 1;
  Object.assign(place, { calendar: null, event: null, zone: null, depth: 0 });
}

function takeProperty(place: Place, line: string, isWanted: (name: string) => boolean): void {
  if (place.depth > 0) return;
  const name = /^[A-Za-z0-9-]{1,60}(?=[:;])/.exec(line)?.[0].toUpperCase();
  if (name === undefined) return;
  const { event, zone } = place;
  const part = event ?? zone;
  if (part !== null) {
    if (event !== null && !isWanted(name)) return;
    part.chars += line.length;
    const charsMax = event === null ? FEED_ZONE_CHARS_MAX : FEED_EVENT_CHARS_MAX;
    if (part.chars <= charsMax) part.lines.push(line);
    return;
  }
  const { head } = calendarOf(place);
  if (head.size < HEAD_MAX && !head.has(name)) head.set(name, line.slice(line.indexOf(":") + 1).trim());
}

/** Whole content lines (RFC 5545 §3.1): a line that begins with a space goes on with the former one. A longer one is cut at its limit. */
function unfoldLines(take: (line: string) => void): { push(chunk: string): void; end(): void } {
  /** Pieces of the content line under way. Joined once, so that a long line does not cost its square. */
  let pieces: string[] = [];
  let chars = 0;
  let isAtStart = true;
  let hasReturned = false;

  const add = (text: string) => {
    if (text === "" || chars >= FEED_LINE_CHARS_MAX) return;
    const piece = text.length > FEED_LINE_CHARS_MAX - chars ? text.slice(0, FEED_LINE_CHARS_MAX - chars) : text;
    pieces.push(piece);
    chars += piece.length;
  };
  const flush = () => {
    const line = pieces.join("").trimEnd();
    [pieces, chars] = [[], 0];
    if (line !== "") take(line.charCodeAt(0) === 0xfeff ? line.slice(1).trimStart() : line);
  };

  return {
    push(chunk) {
      let from = 0;
      // The LF of a CRLF that was cut in two.
      if (hasReturned && chunk.startsWith("\n")) from = 1;
      hasReturned = chunk === "" ? hasReturned : chunk.endsWith("\r");
      while (from < chunk.length) {
        if (isAtStart) {
          isAtStart = false;
          if (chunk[from] === " " || chunk[from] === "\t") from += 1;
          else flush();
        }
        const at = nextBreak(chunk, from);
        add(chunk.slice(from, at));
        if (at === chunk.length) return;
        isAtStart = true;
        from = chunk[at] === "\r" && chunk[at + 1] === "\n" ? at + 2 : at + 1;
      }
    },
    end: flush,
  };
}

const BREAK = /[\r\n]/g;

function nextBreak(text: string, from: number): number {
  BREAK.lastIndex = from;
  return BREAK.exec(text)?.index ?? text.length;
}
