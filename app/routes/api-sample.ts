import { redirect } from "@remix-run/cloudflare";
import { makeSample as endpoint } from "#app/contracts/endpoints/meetings.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { makeSample } from "#app/server/meetings/make-sample.ts";

/** POST /api/acta/sample: a form of Home and of settings, also without JavaScript. The sample is in the page's language. */
export const action = apiRoute(endpoint, async ({ request, services, actor, user }) => {
  const { meetId } = await makeSample(services, { actor, user }, await localeOf(request));
  return redirect(`/${meetId}`, 303);
});

export const loader = action;
