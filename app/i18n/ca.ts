import { apiDocs } from "#app/i18n/ca/api-docs.ts";
import { apiKeys } from "#app/i18n/ca/api-keys.ts";
import { apps } from "#app/i18n/ca/apps.ts";
import { ask } from "#app/i18n/ca/ask.ts";
import { brief } from "#app/i18n/ca/brief.ts";
import { calendars } from "#app/i18n/ca/calendars.ts";
import { call } from "#app/i18n/ca/call.ts";
import { chatPanel } from "#app/i18n/ca/chat-panel.ts";
import { chat } from "#app/i18n/ca/chat.ts";
import { collaboration } from "#app/i18n/ca/collaboration.ts";
import { colophon } from "#app/i18n/ca/colophon.ts";
import { common } from "#app/i18n/ca/common.ts";
import { connections } from "#app/i18n/ca/connections.ts";
import { deleting } from "#app/i18n/ca/deleting.ts";
import { folders } from "#app/i18n/ca/folders.ts";
import { merge } from "#app/i18n/ca/merge.ts";
import { split } from "#app/i18n/ca/split.ts";
import { editActions } from "#app/i18n/ca/edit-actions.ts";
import { edit } from "#app/i18n/ca/edit.ts";
import { ended } from "#app/i18n/ca/ended.ts";
import { exporting } from "#app/i18n/ca/exporting.ts";
import { feeds } from "#app/i18n/ca/feeds.ts";
import { highlights } from "#app/i18n/ca/highlights.ts";
import { history } from "#app/i18n/ca/history.ts";
import { home } from "#app/i18n/ca/home.ts";
import { invite } from "#app/i18n/ca/invite.ts";
import { keys } from "#app/i18n/ca/keys.ts";
import { legal } from "#app/i18n/ca/legal.ts";
import { mail } from "#app/i18n/ca/mail.ts";
import { meeting } from "#app/i18n/ca/meeting.ts";
import { model } from "#app/i18n/ca/model.ts";
import { network } from "#app/i18n/ca/network.ts";
import { onboarding } from "#app/i18n/ca/onboarding.ts";
import { plan } from "#app/i18n/ca/plan.ts";
import { pricing } from "#app/i18n/ca/pricing.ts";
import { privacy } from "#app/i18n/ca/privacy.ts";
import { profile } from "#app/i18n/ca/profile.ts";
import { progress } from "#app/i18n/ca/progress.ts";
import { reading } from "#app/i18n/ca/reading.ts";
import { recordHere } from "#app/i18n/ca/record-here.ts";
import { search } from "#app/i18n/ca/search.ts";
import { seats } from "#app/i18n/ca/seats.ts";
import { settings } from "#app/i18n/ca/settings.ts";
import { share } from "#app/i18n/ca/share.ts";
import { shared } from "#app/i18n/ca/shared.ts";
import { sharing } from "#app/i18n/ca/sharing.ts";
import { signIn } from "#app/i18n/ca/sign-in.ts";
import { signedOut } from "#app/i18n/ca/signed-out.ts";
import { spoken } from "#app/i18n/ca/spoken.ts";
import { tasks } from "#app/i18n/ca/tasks.ts";
import { team } from "#app/i18n/ca/team.ts";
import { templateAnswers } from "#app/i18n/ca/template-answers.ts";
import { templateBuilder } from "#app/i18n/ca/template-builder.ts";
import { templates } from "#app/i18n/ca/templates.ts";
import { upload } from "#app/i18n/ca/upload.ts";
import { video } from "#app/i18n/ca/video.ts";
import { webhookDocs } from "#app/i18n/ca/webhook-docs.ts";
import { webhooks } from "#app/i18n/ca/webhooks.ts";
import { words } from "#app/i18n/ca/words.ts";
import type { Texts } from "#app/i18n/types.ts";

export const ca: Texts = {
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
