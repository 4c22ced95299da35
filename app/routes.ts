import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Every path of the app but those of the API. A meeting's id is a first-level segment; named paths win over it. */
export default [
  // Pages with the sidebar.
  layout("routes/shell.tsx", [
    index("routes/home.tsx"),
    route("history", "routes/history.tsx"),
    route("templates", "routes/templates.tsx"),
    route("templates/new", "routes/template-new.tsx"),
    route("templates/:templateId", "routes/template.tsx"),
    route("templates/:templateId/edit", "routes/template-edit.tsx"),
    route("search", "routes/search.tsx"),
    route("ask", "routes/ask.tsx"),
    route("ask/:threadId", "routes/ask-thread.tsx"),
    route("tasks", "routes/tasks.tsx"),
    route("brief/:briefId", "routes/brief.tsx"),
    route("settings", "routes/settings.tsx"),
    route("settings/integrations", "routes/settings-integrations.tsx"),
    route("settings/privacy", "routes/settings-privacy.tsx"),
    route("settings/sent", "routes/settings-sent.tsx"),
    route("pricing", "routes/pricing.tsx"),
    route("seats", "routes/seats.tsx"),
    route("purchase", "routes/purchase.tsx"),
    route(":meetId", "routes/meeting.tsx"),
  ]),

  // Pages without the sidebar.
  route("onboarding", "routes/onboarding.tsx"),
  route("onboarding/calendar", "routes/onboarding-calendar.tsx"),
  // For whoever has the link of an invitation to a team.
  route("join/:token", "routes/join.tsx"),
  route("refused", "routes/refused.tsx"),
  route("terms", "routes/terms.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("api/auth/signin", "routes/sign-in.tsx"),

  // For anyone with the link of a mail.
  route("unsubscribe/:kind/:token", "routes/unsubscribe.tsx"),
  route("confirm-mail/:token", "routes/confirm-mail.tsx"),
  route("keep-out/:token", "routes/keep-out.tsx"),
  // For people who are recorded, by the code in the announcement of a call.
  route("recorded/:code", "routes/recorded.tsx"),

  // Routes for anyone with a share link.
  route("s/:token", "routes/shared-page.tsx"),
  route("s/:token/recording", "routes/api.ts", { id: "shared-recording" }),
  route("s/:token/export/:format", "routes/api.ts", { id: "shared-export" }),
  route("s/:token/pdf", "routes/api.ts", { id: "shared-pdf" }),

  // A clip for anyone with its link, alone and as a player in a frame of another site.
  route("clip/:token", "routes/clip.tsx"),
  route("clip/:token/embed", "routes/clip.tsx", { id: "clip-embed" }),
  route("clip/:token/media", "routes/api.ts", { id: "clip-media" }),

  // Feeds for anyone with their address.
  route("feeds/:token/meetings.ics", "routes/api.ts", { id: "feed-meetings" }),
  route("feeds/:token/minutes.atom", "routes/api.ts", { id: "feed-minutes" }),

  // A template for anyone with its link.
  route("t/:token", "routes/shared-template.tsx"),

  // Sign-in.
  route("api/auth/callback/:provider", "routes/sign-in-callback.ts"),
  route("api/auth/signout", "routes/sign-out.ts"),

  // Every other path under /api is in app/routes/api/table.ts, but for pages, and for the description that the build makes.
  route("api/*", "routes/api.ts"),
  route("api/docs", "routes/api-docs.tsx"),
  route("api/docs/webhooks", "routes/webhooks-help.tsx"),
  route("api/v1/openapi.json", "routes/v1-openapi.ts"),

  // Assistants: the MCP server, OAuth for it, and the apps that a person connected.
  route("mcp", "routes/mcp.ts"),
  route("api/docs/mcp", "routes/mcp-help.tsx"),
  route(".well-known/oauth-protected-resource", "routes/oauth-resource-metadata.ts", { id: "oauth-resource-root" }),
  route(".well-known/oauth-protected-resource/mcp", "routes/oauth-resource-metadata.ts"),
  route(".well-known/oauth-authorization-server", "routes/oauth-server-metadata.ts"),
  route("oauth/register", "routes/oauth-register.ts"),
  route("oauth/authorize", "routes/oauth-authorize.tsx"),
  route("oauth/token", "routes/oauth-token.ts"),
  route("oauth/revoke", "routes/oauth-revoke.ts"),

  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
