import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { ErrorInShell, ErrorPage } from "#app/features/errors/error-page.tsx";
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
  if (!known) return <ErrorPage />;
  return (
    <Shell userName={known.user.name} menu={known.menu}>
      <ErrorInShell />
    </Shell>
  );
}
