import { analyticsReport } from "#app/contracts/analytics-event.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** An action of the page by its specified name (§2). Also from the sign-in page, so nobody needs to be signed in. */
export const action = apiRoute({
  methods: ["POST"],
  who: "anyone",
  rate: { limit: "poll", counted: "analytics" },
  body: analyticsReport,
  failure: "error.somethingWrong",
  async answer({ services, user, body }) {
    services.analytics.track(body.event, { userId: user?.id ?? null });
    return new Response(null, { status: 204 });
  },
});

export const loader = action;
