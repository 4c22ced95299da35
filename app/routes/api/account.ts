import { redirect } from "@remix-run/cloudflare";
import type { SessionView } from "#app/contracts/api-answers.ts";
import * as account from "#app/contracts/endpoints/account.ts";
import { safeLocalPath } from "#app/domain/account/return-path.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { AddressEnd } from "#app/domain/mail/mail-settings.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf, setLocaleCookie } from "#app/i18n/server.ts";
import { TIME_ZONE_COOKIE } from "#app/i18n/time-zone.ts";
import { saveChoices } from "#app/server/account/choices.ts";
import { changeProfile } from "#app/server/account/profile.ts";
import { phoneReader } from "#app/server/account/read-phone.ts";
import { readCredits } from "#app/server/usage/read-credits.ts";
import { updatePreferences } from "#app/server/account/update-preferences.ts";
import { sessionCookie } from "#app/server/identity/session.ts";
import { endSessionOf, signOutEverywhere } from "#app/server/auth/sign-out.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { preferenceCookie } from "#app/server/http/preference-cookie.ts";
import { askToConfirm } from "#app/server/auth/confirm-address.ts";
import { removeAddress, takeBackAddress } from "#app/server/auth/take-back-address.ts";
import { THEME_COOKIE } from "#app/ui/theme.tsx";

/** Session, preferences, choices, mail address, and reports of actions. */
export const accountRoutes: readonly ApiRoute[] = [
  apiRoute(account.readSession, async ({ user }) => {
    const view: SessionView = user ? { user: { name: user.name, email: user.email }, onboarded: user.onboarded } : {};
    return Response.json(view, { headers: { "Cache-Control": "no-store", Vary: "Cookie" } });
  }),
  apiRoute(account.signOutEverywhere, async ({ services, actor, body: { keepThis, endKeys } }) => {
    const ended = await signOutEverywhere(services, {
      userId: actor.userId,
      keep: keepThis ? actor.sessionHash : null,
      endKeys,
    });
    const headers = new Headers({ "Cache-Control": "no-store" });
    if (!keepThis) headers.set("Set-Cookie", sessionCookie(services.config.origin, "", 0));
    return Response.json(ended, { headers });
  }),
  // With `returnTo` the answer goes back there, else it is empty.
  apiRoute(account.endSession, async ({ services, actor, body: { session, keys, returnTo } }) => {
    const { userId, sessionHash } = actor;
    const headers = new Headers({ "Cache-Control": "no-store" });
    if (session === "others") {
      await signOutEverywhere(services, { userId, keep: sessionHash, endKeys: keys === "end" });
    } else {
      const { ended } = await endSessionOf(services, { userId, handle: session });
      if (ended === sessionHash) headers.set("Set-Cookie", sessionCookie(services.config.origin, "", 0));
    }
    if (returnTo === undefined) return new Response(null, { status: 204, headers });
    return redirect(safeLocalPath(returnTo), { status: 303, headers });
  }),
  apiRoute(account.readCredits, async ({ services, actor, user }) => ok(await readCredits(services, { actor, user }))),
  // With `returnTo` the answer goes back there, else it is empty.
  apiRoute(account.savePreferences, async ({ services, actor, body: { locale, timeZone, theme, returnTo } }) => {
    if (actor) await updatePreferences(services, actor.userId, { locale, timeZone });
    const headers = new Headers();
    const { origin } = services.config;
    if (locale) headers.append("Set-Cookie", await setLocaleCookie(origin, locale));
    if (timeZone) headers.append("Set-Cookie", preferenceCookie(origin, TIME_ZONE_COOKIE, timeZone));
    if (theme) headers.append("Set-Cookie", preferenceCookie(origin, THEME_COOKIE, theme));
    if (returnTo === undefined) return new Response(null, { status: 204, headers });
    return redirect(safeLocalPath(returnTo), { status: 303, headers });
  }),
  // With `returnTo` the answer goes back there, else it is empty.
  apiRoute(account.saveChoices, async ({ services, actor, body }) => {
    const saved = await saveChoices(services, actor, body);
    if (!saved.ok || body.returnTo === undefined) return saved;
    return redirect(safeLocalPath(body.returnTo), { status: 303 });
  }),
  apiRoute(account.changeProfile, async ({ request, services, actor, body }) => {
    const readPhone = await phoneReader(request.headers.get("Accept-Language"), await localeOf(request));
    return ok(await changeProfile(services, actor.userId, { changes: body, readPhone }));
  }),
  // The answer leads back to the settings, which say how it ended.
  apiRoute(account.askToConfirmAddress, async ({ services, actor, body }) => {
    switch (body.act) {
      case "ask":
        return leadTo(await askToConfirm(services, actor, body.address));
      case "remove":
        await removeAddress(services, actor.userId);
        return leadTo("removed");
      case "take-back":
        await takeBackAddress(services, { userId: actor.userId, address: body.address });
        return leadTo("takenBack");
      default:
        return assertNever(body.act);
    }
  }),
  // Pages of a browser that asks for privacy send nothing; its headers are respected here too.
  apiRoute(account.reportAction, async ({ request: { headers }, services, user, body }) => {
    const asksForPrivacy = headers.get("DNT") === "1" || headers.get("Sec-GPC") === "1";
    if (!asksForPrivacy) {
      services.analytics.track(body.event, { userId: user?.id ?? null, session: body.session ?? null });
    }
    return ok(null);
  }),
];

const leadTo = (end: AddressEnd) => redirect(`/settings?address=${end}#notifications`, 303);
