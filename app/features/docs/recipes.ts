/** Calls to copy, for the page about the API, in its order. The example body of an upload is the one of the OpenAPI document. */
export const RECIPES = ["list", "minutes", "search", "task", "invite", "upload"] as const;
export type Recipe = (typeof RECIPES)[number];

const KEY = '-H "Authorization: Bearer $ACTA_KEY"';
const JSON_TYPE = '-H "Content-Type: application/json"';
const ONCE = '-H "Idempotency-Key: $(uuidgen)"';

/** A command with the address on its first line, and each option on a line of its own. */
const curl = (address: string, ...options: string[]) => [`curl ${address}`, ...options].join(" \\\n  ");

export function firstCall(origin: string): string {
  return `export ACTA_KEY=acta_…\n${curl(`${origin}/api/v1/meetings`, KEY)}`;
}

export function commandOf(recipe: Recipe, origin: string): string {
  const api = `${origin}/api/v1`;
  switch (recipe) {
    case "list":
      return curl(`"${api}/meetings?group=completed&after=2026-11-01"`, KEY);
    case "minutes":
      return curl(`${api}/meetings/MEETING/minutes/md`, KEY, "-o minutes.md");
    case "search":
      return curl(`${api}/search`, KEY, `--get --data-urlencode 'q="open day" person:Nora'`);
    case "task": {
      const task = `${api}/meetings/MEETING/tasks/TASK`;
      const change = curl(task, KEY, JSON_TYPE, `-H 'If-Match: "ETAG"'`, `-X PATCH -d '{ "done": true }'`);
      return `${curl(task, KEY, "-i")}\n${change}`;
    }
    case "invite":
      return curl(
        `${api}/calls`,
        KEY,
        JSON_TYPE,
        ONCE,
        `-d '{
    "link": "https://meet.google.com/abc-defg-hij",
    "title": "Seminar rooms",
    "startsAt": "2026-11-20T10:30:00+01:00",
    "language": "en"
  }'`,
      );
    case "upload":
      return [
        curl(
          `${api}/uploads`,
          KEY,
          JSON_TYPE,
          ONCE,
          `-d '{
    "title": "Seminar rooms",
    "startsAt": "2026-11-20T10:30:00+01:00",
    "language": "en",
    "file": { "extension": "mp4", "bytes": 52428800 }
  }'`,
        ),
        "# To file.url of the answer, with each of file.headers:",
        curl('"FILE_URL"', '-H "Content-Type: application/octet-stream"', "-X PUT -T talk.mp4"),
        curl(`${api}/uploads/MEETING`, KEY, "-X POST"),
      ].join("\n");
  }
}
