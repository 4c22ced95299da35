import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import { ErrorInShell, ErrorPage } from "#app/features/errors/error-page.tsx";
import { contactOf, MeetingGone } from "#app/features/meeting/meeting-gone.tsx";
import { DeletePart } from "#app/features/shell/delete-part.tsx";
import { hasDialog } from "#app/features/shell/dialog-href.ts";
import { useFetchAhead } from "#app/features/shell/fetch-ahead.ts";
import { KeepTimeZone } from "#app/features/shell/keep-time-zone.tsx";
import { MENU_COOKIE, parseMenuWidth, Shell } from "#app/features/shell/shell.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { TIME_ZONE_UNKNOWN } from "#app/i18n/time-zone.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";

/** Every page with the sidebar needs somebody who is signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context.services);
  const { id, name, email, plan, timeZone, defaultTemplateId, meetingLanguage, waitMinutes } = user;
  return {
    user: {
      id,
      name,
      email,
      plan,
      timeZone,
      defaultTemplateId,
      meetingLanguage,
      waitMinutes,
      hearsLanguage: hearsLanguage(context),
    },
    // Read by useTimeZone.
    chosenZone: user.isTimeZoneChosen ? timeZone : null,
    // A new account has it until a browser has said its own.
    keptZone: timeZone === TIME_ZONE_UNKNOWN ? null : timeZone,
    menu: parseMenuWidth(readPreferenceCookie(request, MENU_COOKIE)),
    links: context.services.config.links,
  };
}

/** Workers AI takes a recording for English where no language is given; other engines hear it, and the text of captions tells it. */
function hearsLanguage({ services }: LoaderFunctionArgs["context"]): boolean {
  return services.config.speech !== "workers-ai";
}

export const headers = pageHeaders;

/** Load behind the page: until then the search is a page of its own. */
const laterLayers = lazy(async () => (await import("#app/features/shell/later-layers.tsx")).LaterLayers, ["network"]);

function ShellRoute() {
  const { user, menu, links, chosenZone } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [isSending, setSending] = useState(false);
  const [isRecording, setRecording] = useState(false);
  useFetchAhead();
  return (
    <Shell userName={user.name} menu={menu}>
      <Outlet />
      <DeletePart />
      <WhenLoaded
        part={laterLayers}
        props={{
          user,
          links,
          isSending,
          onSending: setSending,
          onRecording: setRecording,
          isHeld: isSending || isRecording || hasDialog(search),
        }}
      />
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
