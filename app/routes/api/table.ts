import { accountRoutes } from "#app/routes/api/account.ts";
import { acrossMeetingsRoutes } from "#app/routes/api/across-meetings.ts";
import { askRoutes } from "#app/routes/api/ask.ts";
import { billingRoutes } from "#app/routes/api/billing.ts";
import { calendarRoutes } from "#app/routes/api/calendars.ts";
import { callRoutes } from "#app/routes/api/calls.ts";
import { chatRoutes } from "#app/routes/api/chat.ts";
import { clipRoutes } from "#app/routes/api/clips.ts";
import { connectionRoutes } from "#app/routes/api/connections.ts";
import { editRoutes } from "#app/routes/api/edits.ts";
import { engineRoutes } from "#app/routes/api/engines.ts";
import { folderRoutes } from "#app/routes/api/folders.ts";
import { splitRoutes } from "#app/routes/api/splits.ts";
import { mergeRoutes } from "#app/routes/api/merges.ts";
import { feedRoutes } from "#app/routes/api/feeds.ts";
import { keyRoutes } from "#app/routes/api/keys.ts";
import { meetingRoutes } from "#app/routes/api/meetings.ts";
import { privacyRoutes } from "#app/routes/api/privacy.ts";
import { publicRoutes } from "#app/routes/api/public.ts";
import { recordHereRoutes } from "#app/routes/api/record-here.ts";
import { shareRoutes } from "#app/routes/api/shares.ts";
import { teamRoutes } from "#app/routes/api/teams.ts";
import { templateRoutes } from "#app/routes/api/templates.ts";
import { uploadRoutes } from "#app/routes/api/uploads.ts";
import { voiceRoutes } from "#app/routes/api/voices.ts";
import { webhookRoutes } from "#app/routes/api/webhooks.ts";
import { wordRoutes } from "#app/routes/api/words.ts";
import { type ApiRoute, apiRoutes } from "#app/server/http/api-route.ts";

/**
 * The API by path: one route for each path, with the endpoints of all its methods in the order of their area. A 405 names the methods in
 * that order. `path` is as in the endpoint's declaration.
 */
export const API: readonly { path: string; answer: ApiRoute }[] = byPath([
  ...accountRoutes,
  ...privacyRoutes,
  ...uploadRoutes,
  ...billingRoutes,
  ...calendarRoutes,
  ...callRoutes,
  ...meetingRoutes,
  ...editRoutes,
  ...mergeRoutes,
  ...splitRoutes,
  ...folderRoutes,
  ...chatRoutes,
  ...askRoutes,
  ...feedRoutes,
  ...connectionRoutes,
  ...keyRoutes,
  ...engineRoutes,
  ...publicRoutes,
  ...recordHereRoutes,
  ...acrossMeetingsRoutes,
  ...shareRoutes,
  ...clipRoutes,
  ...teamRoutes,
  ...templateRoutes,
  ...voiceRoutes,
  ...webhookRoutes,
  ...wordRoutes,
]);

function byPath(routes: readonly ApiRoute[]) {
  const endpoints = new Map<string, ApiRoute[]>();
  for (const route of routes) {
    for (const { spec } of route.served) endpoints.set(spec.path, [...(endpoints.get(spec.path) ?? []), route]);
  }
  return [...endpoints].map(([path, served]) => ({ path, answer: apiRoutes(...served) }));
}
