import { beginningOf } from "#app/domain/beginning-of.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { FileName, FileToSend, StoredContent } from "#app/server/exports/file-to-send.ts";
import { decideRange, namesEtag } from "#app/server/http/decide-range.ts";

/** The response with a file, or the refusal as it is: the last step of a route that answers with a file. */
export async function sendFile<Refusal extends string, Reason extends string>(
  request: Request,
  found: Outcome<FileToSend<Reason>, Refusal>,
): Promise<Response | Extract<Outcome<never, Refusal | Reason>, { ok: false }>> {
  if (!found.ok) return found;
  const file = found.value;
  const headers = headersOf(file);
  const isHead = request.method === "HEAD";
  const { content } = file;
  if (content.kind === "stored" && content.ranges) return sendRange(request, content, headers);
  const noneMatch = request.headers.get("If-None-Match");
  if (file.version !== null && noneMatch !== null && namesEtag(noneMatch, etagOf(file.version))) {
    return new Response(null, { status: 304, headers });
  }
  if (content.kind === "made") return new Response(isHead ? null : content.make(), { headers });
  headers.set("Content-Length", String(content.size));
  if (isHead) return new Response(null, { headers });
  const opened = await content.open(0, content.size);
  return opened.ok ? new Response(opened.value, { headers }) : opened;
}

/** The recording to a player, by RFC 9110 §14. */
async function sendRange<Reason extends string>(request: Request, content: StoredContent<Reason>, headers: Headers) {
  headers.set("Accept-Ranges", "bytes");
  const decision = decideRange(request.headers, { size: content.size, etag: headers.get("ETag") ?? "" });
  if (decision.status === 304) return new Response(null, { status: 304, headers });
  if (decision.status === 416) {
    headers.set("Content-Range", `bytes */${content.size}`);
    headers.delete("Content-Type");
    return new Response(null, { status: 416, headers });
  }
  const { status, start, end } = decision;
  headers.set("Content-Length", String(end - start));
  if (status === 206) headers.set("Content-Range", `bytes ${start}-${end - 1}/${content.size}`);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const opened = await content.open(start, end);
  return opened.ok ? new Response(opened.value, { status, headers }) : opened;
}

function headersOf({ contentType, name, version }: FileToSend<string>): Headers {
  return new Headers({
    "Cache-Control": version === null ? "private, no-store" : "private, no-cache",
    "Content-Disposition": name === null ? "inline" : attachedAs(name),
    "Content-Type": contentType,
    "X-Content-Type-Options": "nosniff",
    ...(version === null ? {} : { ETag: etagOf(version) }),
  });
}

const etagOf = (version: string) => `"${version}"`;

/** Content-Disposition of a download (RFC 6266): the title as `filename*`, and a plain name for other clients. */
function attachedAs({ title, extension, plain = "meeting" }: FileName): string {
  const readable = title.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, " ").replace(/\s+/gu, " ");
  const name = beginningOf(readable, NAME_CHARS_MAX).trim();
  const encoded = encodeURIComponent(`${name || plain}.${extension}`).replace(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}`;
}

/** Whole characters of a title in a file's name; file systems take 255 bytes. */
const NAME_CHARS_MAX = 60;

/** ?transcript=1: the minutes with the transcript. */
export function asksForTranscript(request: Request): boolean {
  return new URL(request.url).searchParams.get("transcript") === "1";
}

/** ?names=0: without the names of who said what. */
export function asksForNames(request: Request): boolean {
  return new URL(request.url).searchParams.get("names") !== "0";
}

/** ?part=1: the second recording of a merged meeting; 0 is the first, and the answer to anything else. */
export function asksForPart(request: Request): number {
  const part = Number(new URL(request.url).searchParams.get("part"));
  return Number.isSafeInteger(part) && part > 0 ? part : 0;
}

/** ?download=1: as a file to keep, instead of being played in the page. */
export function asksForFile(request: Request): boolean {
  return new URL(request.url).searchParams.get("download") === "1";
}
