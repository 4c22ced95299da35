/** Headers of pages under /s/: never cached. http/security-headers.ts adds X-Robots-Tag and Referrer-Policy. */
export const SHARED_PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Cookie, Accept-Language",
};
