import type { EndpointSpec } from "#app/contracts/endpoint.ts";
import * as account from "#app/contracts/endpoints/account.ts";
import * as apps from "#app/contracts/endpoints/apps.ts";
import * as ask from "#app/contracts/endpoints/ask.ts";
import * as billing from "#app/contracts/endpoints/billing.ts";
import * as calendars from "#app/contracts/endpoints/calendars.ts";
import * as calls from "#app/contracts/endpoints/calls.ts";
import * as chat from "#app/contracts/endpoints/chat.ts";
import * as clips from "#app/contracts/endpoints/clips.ts";
import * as collaboration from "#app/contracts/endpoints/collaboration.ts";
import * as connections from "#app/contracts/endpoints/connections.ts";
import * as edits from "#app/contracts/endpoints/edits.ts";
import * as feeds from "#app/contracts/endpoints/feeds.ts";
import * as followUps from "#app/contracts/endpoints/follow-ups.ts";
import * as folders from "#app/contracts/endpoints/folders.ts";
import * as imports from "#app/contracts/endpoints/imports.ts";
import * as keys from "#app/contracts/endpoints/keys.ts";
import * as localModel from "#app/contracts/endpoints/local-model.ts";
import * as meetings from "#app/contracts/endpoints/meetings.ts";
import * as splits from "#app/contracts/endpoints/splits.ts";
import * as merges from "#app/contracts/endpoints/merges.ts";
import * as privacy from "#app/contracts/endpoints/privacy.ts";
import * as publicApi from "#app/contracts/endpoints/public.ts";
import * as publicChanges from "#app/contracts/endpoints/public-changes.ts";
import * as recordHere from "#app/contracts/endpoints/record-here.ts";
import * as savedFields from "#app/contracts/endpoints/saved-fields.ts";
import * as search from "#app/contracts/endpoints/search.ts";
import * as shares from "#app/contracts/endpoints/shares.ts";
import * as speechOutlook from "#app/contracts/endpoints/speech-outlook.ts";
import * as tasks from "#app/contracts/endpoints/tasks.ts";
import * as teams from "#app/contracts/endpoints/teams.ts";
import * as templateLinks from "#app/contracts/endpoints/template-links.ts";
import * as templates from "#app/contracts/endpoints/templates.ts";
import * as uploads from "#app/contracts/endpoints/uploads.ts";
import * as voices from "#app/contracts/endpoints/voices.ts";
import * as words from "#app/contracts/endpoints/words.ts";
import * as webhooks from "#app/contracts/endpoints/webhooks.ts";

/** Every endpoint: the authorisation table is derived from it. A page imports the endpoints that it calls, never this list. */
export const ENDPOINTS: readonly EndpointSpec[] = [
  account,
  apps,
  uploads,
  billing,
  calendars,
  calls,
  clips,
  collaboration,
  meetings,
  edits,
  chat,
  ask,
  feeds,
  connections,
  followUps,
  folders,
  imports,
  keys,
  localModel,
  merges,
  splits,
  privacy,
  publicApi,
  publicChanges,
  recordHere,
  savedFields,
  search,
  shares,
  speechOutlook,
  tasks,
  teams,
  templateLinks,
  templates,
  webhooks,
  voices,
  words,
].flatMap((concern) => Object.values<EndpointSpec>(concern));
