/** Content-Disposition of a download (RFC 6266): the meeting's title as `filename*`, and a plain name for other clients. */
export function attachedAs(title: string, extension: string): string {
  const readable = title.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, " ").replace(/\s+/gu, " ");
  const name = Array.from(readable).slice(0, NAME_CHARS_MAX).join("").trim();
  const encoded = encodeURIComponent(`${name || "meeting"}.${extension}`).replace(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="meeting.${extension}"; filename*=UTF-8''${encoded}`;
}

/** Whole characters of a title in a file's name; file systems take 255 bytes. */
const NAME_CHARS_MAX = 60;
