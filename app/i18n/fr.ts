import { apiDocs } from "#app/i18n/fr/api-docs.ts";
import { apiKeys } from "#app/i18n/fr/api-keys.ts";
import { apps } from "#app/i18n/fr/apps.ts";
import { ask } from "#app/i18n/fr/ask.ts";
import { brief } from "#app/i18n/fr/brief.ts";
import { calendars } from "#app/i18n/fr/calendars.ts";
import { call } from "#app/i18n/fr/call.ts";
import { chatPanel } from "#app/i18n/fr/chat-panel.ts";
import { chat } from "#app/i18n/fr/chat.ts";
import { collaboration } from "#app/i18n/fr/collaboration.ts";
import { colophon } from "#app/i18n/fr/colophon.ts";
import { common } from "#app/i18n/fr/common.ts";
import { connections } from "#app/i18n/fr/connections.ts";
import { deleting } from "#app/i18n/fr/deleting.ts";
import { folders } from "#app/i18n/fr/folders.ts";
import { merge } from "#app/i18n/fr/merge.ts";
import { split } from "#app/i18n/fr/split.ts";
import { editActions } from "#app/i18n/fr/edit-actions.ts";
import { edit } from "#app/i18n/fr/edit.ts";
import { ended } from "#app/i18n/fr/ended.ts";
import { exporting } from "#app/i18n/fr/exporting.ts";
import { feeds } from "#app/i18n/fr/feeds.ts";
import { highlights } from "#app/i18n/fr/highlights.ts";
import { history } from "#app/i18n/fr/history.ts";
import { home } from "#app/i18n/fr/home.ts";
import { invite } from "#app/i18n/fr/invite.ts";
import { keys } from "#app/i18n/fr/keys.ts";
import { legal } from "#app/i18n/fr/legal.ts";
import { mail } from "#app/i18n/fr/mail.ts";
import { meeting } from "#app/i18n/fr/meeting.ts";
import { model } from "#app/i18n/fr/model.ts";
import { network } from "#app/i18n/fr/network.ts";
import { onboarding } from "#app/i18n/fr/onboarding.ts";
import { plan } from "#app/i18n/fr/plan.ts";
import { pricing } from "#app/i18n/fr/pricing.ts";
import { privacy } from "#app/i18n/fr/privacy.ts";
import { profile } from "#app/i18n/fr/profile.ts";
import { progress } from "#app/i18n/fr/progress.ts";
import { reading } from "#app/i18n/fr/reading.ts";
import { recordHere } from "#app/i18n/fr/record-here.ts";
import { search } from "#app/i18n/fr/search.ts";
import { seats } from "#app/i18n/fr/seats.ts";
import { settings } from "#app/i18n/fr/settings.ts";
import { share } from "#app/i18n/fr/share.ts";
import { shared } from "#app/i18n/fr/shared.ts";
import { sharing } from "#app/i18n/fr/sharing.ts";
import { signIn } from "#app/i18n/fr/sign-in.ts";
import { signedOut } from "#app/i18n/fr/signed-out.ts";
import { spoken } from "#app/i18n/fr/spoken.ts";
import { tasks } from "#app/i18n/fr/tasks.ts";
import { team } from "#app/i18n/fr/team.ts";
import { templateAnswers } from "#app/i18n/fr/template-answers.ts";
import { templateBuilder } from "#app/i18n/fr/template-builder.ts";
import { templates } from "#app/i18n/fr/templates.ts";
import { upload } from "#app/i18n/fr/upload.ts";
import { video } from "#app/i18n/fr/video.ts";
import { webhookDocs } from "#app/i18n/fr/webhook-docs.ts";
import { webhooks } from "#app/i18n/fr/webhooks.ts";
import { words } from "#app/i18n/fr/words.ts";
import type { Texts } from "#app/i18n/types.ts";

export const fr: Texts = {
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
