import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Every path of the app in one table. A meeting's id is a first-level segment; named paths win over it. */
export default [
  // Pages with the sidebar.
  layout("routes/shell.tsx", [
    index("routes/home.tsx"),
    route("history", "routes/history.tsx"),
    route("search", "routes/search.tsx"),
    route("tasks", "routes/tasks.tsx"),
    route("settings", "routes/settings.tsx"),
    route("settings/privacy", "routes/settings-privacy.tsx"),
    route("pricing", "routes/pricing.tsx"),
    route(":meetId", "routes/meeting.tsx"),
  ]),

  // Pages without the sidebar.
  route("onboarding", "routes/onboarding.tsx"),
  route("onboarding/calendar", "routes/onboarding-calendar.tsx"),
  route("terms", "routes/terms.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("api/auth/signin", "routes/sign-in.tsx"),

  // For anyone with the link of a mail.
  route("unsubscribe/:kind/:token", "routes/unsubscribe.tsx"),
  // For people who are recorded, by the code in the announcement of a call.
  route("recorded/:code", "routes/recorded.tsx"),

  // Routes for anyone with a share link.
  route("s/:token", "routes/shared-page.tsx"),
  route("s/:token/recording", "routes/shared-recording.ts"),
  route("s/:token/export/:format", "routes/shared-export.ts"),
  route("s/:token/pdf", "routes/shared-pdf.ts"),

  // Sign-in and session.
  route("api/auth/callback/:provider", "routes/sign-in-callback.ts"),
  route("api/auth/session", "routes/session.ts"),
  route("api/auth/signout", "routes/sign-out.ts"),
  route("api/auth/signout_everywhere", "routes/api-sign-out-everywhere.ts"),
  route("api/auth/signout_session", "routes/api-sign-out-session.ts"),

  // The API. A meeting's live socket is answered by workers/entry.ts, before Remix.
  route("api/acta/user/credits", "routes/api-credits.ts"),
  route("api/acta/user/preferences", "routes/api-preferences.ts"),
  route("api/acta/user/choices", "routes/api-choices.ts"),
  route("api/acta/user/mail", "routes/api-mail-settings.ts"),
  route("api/acta/user/archive", "routes/api-archive.ts"),
  route("api/acta/user/delete", "routes/api-delete-account.ts"),
  route("api/acta/user/retention", "routes/api-retention.ts"),
  route("api/acta/analytics", "routes/api-analytics.ts"),
  route("api/acta/upload", "routes/api-upload.ts"),
  route("api/acta/upload_data", "routes/api-upload-data.ts"),
  route("api/acta/upload_parts", "routes/api-upload-parts.ts"),
  route("api/acta/upload_sound", "routes/api-upload-sound.ts"),
  route("api/acta/uploads", "routes/api-uploads.ts"),
  route("api/acta/uploads/:meetId", "routes/api-upload-cancel.ts"),
  route("api/acta/init_call", "routes/api-init-call.ts"),
  route("api/acta/sample", "routes/api-sample.ts"),
  route("api/acta/meetings", "routes/api-meetings.ts"),
  route("api/acta/people", "routes/api-people.ts"),
  route("api/acta/meetings/:meetId/call", "routes/api-call.ts"),
  route("api/acta/meetings/:meetId/call/cancel", "routes/api-call-cancel.ts"),
  route("api/acta/meetings/:meetId/call/ask-again", "routes/api-call-ask-again.ts"),
  route("api/acta/meetings/:meetId/call/answer", "routes/api-call-answer.ts"),
  route("api/acta/meetings/:meetId/call/stop", "routes/api-call-stop.ts"),
  route("api/acta/meetings/:meetId/call/screenshot", "routes/api-call-screenshot.ts"),
  route("api/acta/meetings/:meetId", "routes/api-meeting.ts"),
  route("api/acta/meetings/:meetId/recording", "routes/api-recording.ts"),
  route("api/acta/meetings/:meetId/recording/download", "routes/api-recording-download.ts"),
  route("api/acta/meetings/:meetId/transcript", "routes/api-transcript.ts"),
  route("api/acta/meetings/:meetId/transcript/replaced", "routes/api-transcript-replaced.ts"),
  route("api/acta/meetings/:meetId/export/:format", "routes/api-export.ts"),
  route("api/acta/meetings/:meetId/pdf", "routes/api-pdf.ts"),
  route("api/acta/meetings/:meetId/retry", "routes/api-retry.ts"),
  route("api/acta/meetings/:meetId/retention", "routes/api-meeting-retention.ts"),
  route("api/acta/meetings/:meetId/shares", "routes/api-shares.ts"),
  route("api/acta/meetings/:meetId/shares/renew", "routes/api-share-renew.ts"),
  route("api/acta/meetings/:meetId/chat", "routes/api-chat.ts"),
  route("api/acta/meetings/:meetId/chat/stop", "routes/api-chat-stop.ts"),
  route("api/acta/meetings/:meetId/chat/clear", "routes/api-chat-clear.ts"),
  route("api/acta/meetings/:meetId/summary", "routes/api-edit-summary.ts"),
  route("api/acta/meetings/:meetId/versions", "routes/api-edit-versions.ts"),
  route("api/acta/meetings/:meetId/versions/:version", "routes/api-edit-version.ts"),
  route("api/acta/meetings/:meetId/speakers", "routes/api-edit-speakers.ts"),
  route("api/acta/meetings/:meetId/segments", "routes/api-edit-segments.ts"),
  route("api/acta/meetings/:meetId/segments/:segmentId", "routes/api-edit-segment.ts"),
  route("api/acta/meetings/:meetId/tasks", "routes/api-edit-tasks.ts"),
  route("api/acta/meetings/:meetId/rewrite", "routes/api-edit-rewrite.ts"),
  route("api/acta/templates", "routes/api-templates.ts"),
  route("api/acta/calendars", "routes/api-calendars.ts"),
  route("api/acta/calendars/:calendar_id", "routes/api-calendar-settings.ts"),
  route("api/acta/connect-calendar/:provider", "routes/api-calendar-connect.ts"),
  route("api/acta/calendar-setup/:provider", "routes/api-calendar-setup.ts"),
  route("api/acta/calendar-visibility", "routes/api-calendar-visibility.ts"),
  route("api/acta/calendar-preferences", "routes/api-calendar-preferences.ts"),
  route("api/acta/calendar-accounts/ics", "routes/api-calendar-feed.ts"),
  route("api/acta/calendar-accounts/connect/:provider", "routes/api-calendar-consent.ts"),
  route("api/acta/calendar-accounts/connect/:provider/callback", "routes/api-calendar-callback.ts"),
  route("api/acta/calendar-accounts/:account_id", "routes/api-calendar-account.ts"),
  route("api/acta/calendar-accounts/:account_id/available-calendars", "routes/api-calendar-available.ts"),
  route("api/acta/calendar-events", "routes/api-calendar-events.ts"),
  route("api/acta/calendar-events/:event_id/joining", "routes/api-calendar-event.ts"),
  route("api/acta/language-model", "routes/api-language-model.ts"),

  // Across meetings.
  route("api/search", "routes/api-search.ts"),
  route("api/tasks", "routes/api-tasks.ts"),

  // Other paths under /api are called by programs, so the 404 is JSON, not a page.
  route("api/*", "routes/api-not-found.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
