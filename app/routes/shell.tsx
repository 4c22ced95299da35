import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { ErrorInShell, ErrorPage } from "#app/features/errors/error-page.tsx";
import { MeetingGone } from "#app/features/meeting/meeting-gone.tsx";
import { DeleteLayer } from "#app/features/shell/delete-layer.tsx";
import { KeepTimeZone } from "#app/features/shell/keep-time-zone.tsx";
import { MENU_COOKIE, parseMenuWidth } from "#app/features/shell/menu-width.ts";
import { Shell } from "#app/features/shell/shell.tsx";
import { isUploadOpen } from "#app/features/shell/upload-href.ts";
import { UploadLayer } from "#app/features/shell/upload-layer.tsx";
import { SessionRefresh } from "#app/features/sign-in/session-refresh.tsx";
import { requireUser } from "#app/server/auth/require-user.ts";
import { pageHeaders } from "#app/server/http/page-headers.ts";
import { readTaste } from "#app/server/http/taste-cookie.ts";

/** Every page with the sidebar needs somebody who is signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context.services);
  const { id, name, email, plan, timeZone } = user;
  return { user: { id, name, email, plan, timeZone }, menu: parseMenuWidth(readTaste(request, MENU_COOKIE)) };
}

export const headers = pageHeaders;

export default function ShellRoute() {
  const { user, menu } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Shell userName={user.name} menu={menu}>
      <Outlet />
      <UploadLayer user={user} />
      <DeleteLayer />
      <SessionRefresh isHeld={isUploadOpen(search)} />
      <KeepTimeZone kept={user.timeZone} />
    </Shell>
  );
}

/** A page inside broke or is not there: the menu stays, where it is known who is signed in. */
export function ErrorBoundary() {
  const known = useRouteLoaderData<typeof loader>("routes/shell");
  const gone = contactOf(useRouteError());
  if (!known) return <ErrorPage />;
  return (
    <Shell userName={known.user.name} menu={known.menu}>
      {gone === null ? <ErrorInShell /> : <MeetingGone contactEmail={gone} />}
    </Shell>
  );
}

/**
 * Whom to ask about a meeting that is not there, not theirs, or was deleted while the page was open; null of every other
 * error. Said here and not in the meeting's own route: a boundary there would have this route's loader send whoever is
 * signed out away before a method is refused.
 */
function contactOf(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "contactEmail" in data ? String(data.contactEmail) : null;
}
