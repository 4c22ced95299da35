import { apiDocs } from "#app/i18n/es/api-docs.ts";
import { apiKeys } from "#app/i18n/es/api-keys.ts";
import { apps } from "#app/i18n/es/apps.ts";
import { ask } from "#app/i18n/es/ask.ts";
import { brief } from "#app/i18n/es/brief.ts";
import { calendars } from "#app/i18n/es/calendars.ts";
import { call } from "#app/i18n/es/call.ts";
import { chatPanel } from "#app/i18n/es/chat-panel.ts";
import { chat } from "#app/i18n/es/chat.ts";
import { collaboration } from "#app/i18n/es/collaboration.ts";
import { colophon } from "#app/i18n/es/colophon.ts";
import { common } from "#app/i18n/es/common.ts";
import { connections } from "#app/i18n/es/connections.ts";
import { deleting } from "#app/i18n/es/deleting.ts";
import { folders } from "#app/i18n/es/folders.ts";
import { merge } from "#app/i18n/es/merge.ts";
import { split } from "#app/i18n/es/split.ts";
import { editActions } from "#app/i18n/es/edit-actions.ts";
import { edit } from "#app/i18n/es/edit.ts";
import { ended } from "#app/i18n/es/ended.ts";
import { exporting } from "#app/i18n/es/exporting.ts";
import { feeds } from "#app/i18n/es/feeds.ts";
import { highlights } from "#app/i18n/es/highlights.ts";
import { history } from "#app/i18n/es/history.ts";
import { home } from "#app/i18n/es/home.ts";
import { invite } from "#app/i18n/es/invite.ts";
import { keys } from "#app/i18n/es/keys.ts";
import { legal } from "#app/i18n/es/legal.ts";
import { mail } from "#app/i18n/es/mail.ts";
import { meeting } from "#app/i18n/es/meeting.ts";
import { model } from "#app/i18n/es/model.ts";
import { network } from "#app/i18n/es/network.ts";
import { onboarding } from "#app/i18n/es/onboarding.ts";
import { plan } from "#app/i18n/es/plan.ts";
import { pricing } from "#app/i18n/es/pricing.ts";
import { privacy } from "#app/i18n/es/privacy.ts";
import { profile } from "#app/i18n/es/profile.ts";
import { progress } from "#app/i18n/es/progress.ts";
import { reading } from "#app/i18n/es/reading.ts";
import { recordHere } from "#app/i18n/es/record-here.ts";
import { search } from "#app/i18n/es/search.ts";
import { seats } from "#app/i18n/es/seats.ts";
import { settings } from "#app/i18n/es/settings.ts";
import { share } from "#app/i18n/es/share.ts";
import { shared } from "#app/i18n/es/shared.ts";
import { sharing } from "#app/i18n/es/sharing.ts";
import { signIn } from "#app/i18n/es/sign-in.ts";
import { signedOut } from "#app/i18n/es/signed-out.ts";
import { spoken } from "#app/i18n/es/spoken.ts";
import { tasks } from "#app/i18n/es/tasks.ts";
import { team } from "#app/i18n/es/team.ts";
import { templateAnswers } from "#app/i18n/es/template-answers.ts";
import { templateBuilder } from "#app/i18n/es/template-builder.ts";
import { templates } from "#app/i18n/es/templates.ts";
import { upload } from "#app/i18n/es/upload.ts";
import { video } from "#app/i18n/es/video.ts";
import { webhookDocs } from "#app/i18n/es/webhook-docs.ts";
import { webhooks } from "#app/i18n/es/webhooks.ts";
import { words } from "#app/i18n/es/words.ts";
import type { Texts } from "#app/i18n/types.ts";

export const es: Texts = {
  apiDocs,
  apiKeys,
  apps,
  ask,
  brief,
  calendars,
  call,
  chatPanel,
  chat,
  collaboration,
  colophon,
  common,
  connections,
  deleting,
  folders,
  merge,
  split,
  editActions,
  edit,
  ended,
  exporting,
  feeds,
  highlights,
  history,
  home,
  invite,
  keys,
  legal,
  mail,
  meeting,
  model,
  network,
  onboarding,
  plan,
  pricing,
  privacy,
  profile,
  progress,
  reading,
  recordHere,
  search,
  seats,
  settings,
  share,
  shared,
  sharing,
  signIn,
  signedOut,
  spoken,
  tasks,
  team,
  templateAnswers,
  templateBuilder,
  templates,
  upload,
  video,
  webhookDocs,
  webhooks,
  words,
};
