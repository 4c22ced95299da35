import type { TitleHandle } from "#app/i18n/page-title.ts";

export const handle: TitleHandle = { title: "common:error.notFoundTitle" };

/** Handles every path that no other route matches: a 404 without a message in the log. The root's error page shows it. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
