import { apiDocs } from "#app/i18n/en/api-docs.ts";
import { apiKeys } from "#app/i18n/en/api-keys.ts";
import { apps } from "#app/i18n/en/apps.ts";
import { ask } from "#app/i18n/en/ask.ts";
import { brief } from "#app/i18n/en/brief.ts";
import { calendars } from "#app/i18n/en/calendars.ts";
import { call } from "#app/i18n/en/call.ts";
import { chatPanel } from "#app/i18n/en/chat-panel.ts";
import { chat } from "#app/i18n/en/chat.ts";
import { collaboration } from "#app/i18n/en/collaboration.ts";
import { colophon } from "#app/i18n/en/colophon.ts";
import { common } from "#app/i18n/en/common.ts";
import { connections } from "#app/i18n/en/connections.ts";
import { deleting } from "#app/i18n/en/deleting.ts";
import { folders } from "#app/i18n/en/folders.ts";
import { merge } from "#app/i18n/en/merge.ts";
import { split } from "#app/i18n/en/split.ts";
import { editActions } from "#app/i18n/en/edit-actions.ts";
import { edit } from "#app/i18n/en/edit.ts";
import { ended } from "#app/i18n/en/ended.ts";
import { exporting } from "#app/i18n/en/exporting.ts";
import { feeds } from "#app/i18n/en/feeds.ts";
import { highlights } from "#app/i18n/en/highlights.ts";
import { history } from "#app/i18n/en/history.ts";
import { home } from "#app/i18n/en/home.ts";
import { invite } from "#app/i18n/en/invite.ts";
import { keys } from "#app/i18n/en/keys.ts";
import { legal } from "#app/i18n/en/legal.ts";
import { mail } from "#app/i18n/en/mail.ts";
import { meeting } from "#app/i18n/en/meeting.ts";
import { model } from "#app/i18n/en/model.ts";
import { network } from "#app/i18n/en/network.ts";
import { onboarding } from "#app/i18n/en/onboarding.ts";
import { plan } from "#app/i18n/en/plan.ts";
import { pricing } from "#app/i18n/en/pricing.ts";
import { privacy } from "#app/i18n/en/privacy.ts";
import { profile } from "#app/i18n/en/profile.ts";
import { progress } from "#app/i18n/en/progress.ts";
import { reading } from "#app/i18n/en/reading.ts";
import { recordHere } from "#app/i18n/en/record-here.ts";
import { search } from "#app/i18n/en/search.ts";
import { seats } from "#app/i18n/en/seats.ts";
import { settings } from "#app/i18n/en/settings.ts";
import { share } from "#app/i18n/en/share.ts";
import { shared } from "#app/i18n/en/shared.ts";
import { sharing } from "#app/i18n/en/sharing.ts";
import { signIn } from "#app/i18n/en/sign-in.ts";
import { signedOut } from "#app/i18n/en/signed-out.ts";
import { spoken } from "#app/i18n/en/spoken.ts";
import { tasks } from "#app/i18n/en/tasks.ts";
import { team } from "#app/i18n/en/team.ts";
import { templateAnswers } from "#app/i18n/en/template-answers.ts";
import { templateBuilder } from "#app/i18n/en/template-builder.ts";
import { templates } from "#app/i18n/en/templates.ts";
import { upload } from "#app/i18n/en/upload.ts";
import { video } from "#app/i18n/en/video.ts";
import { webhookDocs } from "#app/i18n/en/webhook-docs.ts";
import { webhooks } from "#app/i18n/en/webhooks.ts";
import { words } from "#app/i18n/en/words.ts";

/** Every text, by feature. The type of the other languages. The browser loads features one by one (load-texts.ts). */
export const en = {
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
} as const;
