/** Calls to copy, for the page about the API. The example body of an upload is the one of the OpenAPI document. */
export const RECIPES = ["list", "minutes", "search", "task", "invite", "upload"] as const;
export type Recipe = (typeof RECIPES)[number];

const KEY = '-H "Authorization: Bearer $ACTA_KEY"';
const JSON_TYPE = '-H "Content-Type: application/json"';
const ONCE = '-H "Idempotency-Key: $(uuidgen)"';

export function firstCall(origin: string): string {
  return `export ACTA_KEY=acta_…\ncurl ${KEY} ${origin}/api/v1/meetings`;
}

export function commandOf(recipe: Recipe, origin: string): string {
  const api = `${origin}/api/v1`;
  switch (recipe) {
    case "list":
      return `curl ${KEY} "${api}/meetings?group=completed&after=2026-11-01"`;
    case "minutes":
      return `curl ${KEY} -o minutes.md ${api}/meetings/MEETING/minutes/md`;
    case "search":
      return `curl ${KEY} --get --data-urlencode 'q="open day" person:Nora' ${api}/search`;
    case "task":
      return [
        `curl ${KEY} -i ${api}/meetings/MEETING/tasks/TASK`,
        `curl ${KEY} ${JSON_TYPE} -H 'If-Match: "ETAG"' \\`,
        `  -X PATCH -d '{"done":true}' ${api}/meetings/MEETING/tasks/TASK`,
      ].join("\n");
    case "invite":
      return [
        `curl ${KEY} ${JSON_TYPE} ${ONCE} ${api}/calls -d '{`,
        '  "link": "https://meet.google.com/abc-defg-hij", "title": "Seminar rooms",',
        '  "startsAt": "2026-11-20T10:30:00+01:00", "language": "en"',
        "}'",
      ].join("\n");
    case "upload":
      return [
        `curl ${KEY} ${JSON_TYPE} ${ONCE} ${api}/uploads -d '{`,
        '  "title": "Seminar rooms", "startsAt": "2026-11-20T10:30:00+01:00", "language": "en",',
        '  "file": { "extension": "mp4", "bytes": 52428800 }',
        "}'",
        "# To file.url of the answer, with each of file.headers:",
        'curl -X PUT -T talk.mp4 -H "Content-Type: application/octet-stream" "FILE_URL"',
        `curl ${KEY} -X POST ${api}/uploads/MEETING`,
      ].join("\n");
  }
}
