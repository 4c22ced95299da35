/** Of everything under /s/: nobody keeps it, nobody finds it by searching, and where one came from is not said. */
export const SHARED_PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Cookie, Accept-Language",
};
