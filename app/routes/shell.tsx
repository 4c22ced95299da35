import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { ErrorInShell, ErrorPage } from "#app/features/errors/error-page.tsx";
import { meetingProgress, quotedMinutes } from "#app/features/meeting/document/lazy-parts.tsx";
import { MeetingGone } from "#app/features/meeting/meeting-gone.tsx";
import { DeleteLayer } from "#app/features/shell/delete-layer.tsx";
import { isDialogOpen } from "#app/features/shell/dialog-href.ts";
import { InviteLayer } from "#app/features/shell/invite-layer.tsx";
import { KeepTimeZone } from "#app/features/shell/keep-time-zone.tsx";
import { MENU_COOKIE, parseMenuWidth, Shell } from "#app/features/shell/shell.tsx";
import { UploadLayer } from "#app/features/shell/upload-layer.tsx";
import { SessionRefresh } from "#app/features/sign-in/session-refresh.tsx";
import { endedWords } from "#app/i18n/ended-line.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { loadTexts } from "#app/i18n/load-texts.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/auth/session.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";

/** Every page with the sidebar needs somebody who is signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context.services);
  const { id, name, email, plan, timeZone, defaultTemplateId } = user;
  return {
    user: { id, name, email, plan, timeZone, defaultTemplateId },
    // Read by useTimeZone.
    chosenZone: user.isTimeZoneChosen ? timeZone : null,
    menu: parseMenuWidth(readPreferenceCookie(request, MENU_COOKIE)),
    links: context.services.config.links,
  };
}

export const headers = pageHeaders;

/** The texts of all pages that the menu and the lists lead to, so that a navigation finds them. */
const TEXTS_AHEAD = [
  ...(["home", "history", "pricing", "settings", "profile"] as const),
  ...(["meeting", "reading", "chatPanel", "editActions", "share"] as const),
] as const;

/** Loads behind the page: until then the search is a page of its own. */
const searchLayer = lazy(async () => (await import("#app/features/shell/search-layer.tsx")).SearchLayer);

/** The page itself comes first. */
const AHEAD_MS = 2000;

function ShellRoute() {
  const { user, menu, links, chosenZone } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    // If they do not come, the page that needs them asks again.
    loadTexts(TEXTS_AHEAD).catch(() => undefined);
    // From here people go on to a meeting, or to the list of all: their lazy parts are to be here then.
    const timer = setTimeout(() => {
      meetingProgress.fetchAhead();
      quotedMinutes.fetchAhead();
      endedWords.fetchAhead();
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Shell userName={user.name} menu={menu}>
      <Outlet />
      <UploadLayer user={user} isHeld={isSending} onHeld={setSending} />
      <InviteLayer user={user} links={links} />
      <DeleteLayer />
      <WhenLoaded part={searchLayer} props={{ userId: user.id }} />
      <SessionRefresh isHeld={isSending || isDialogOpen("upload", search) || isDialogOpen("invite", search)} />
      {chosenZone === null && <KeepTimeZone kept={user.timeZone} />}
    </Shell>
  );
}

/** The page of a meeting that is not there is the shell's, in texts of sharing. */
export default withTexts(["share"], ShellRoute);

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
