import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import type { AppConfig } from "#app/server/config.ts";
import type { Database, WorkspaceLists } from "#app/server/db/database.ts";
import type { Log } from "#app/server/log.ts";
import type { AccountProcess } from "#app/server/ports/account-process.ts";
import type { AnalyticsSink } from "#app/server/ports/analytics-sink.ts";
import type { Asks } from "#app/server/ports/ask.ts";
import type { Billing } from "#app/server/ports/billing.ts";
import type { CalendarAccounts } from "#app/server/ports/calendar-account.ts";
import type { CalendarFeedReader, CalendarProviderClient } from "#app/server/ports/calendar-provider.ts";
import type { CallProcess, HereRecorder } from "#app/server/ports/call-process.ts";
import type { ConnectionClients } from "#app/server/ports/connection-client.ts";
import type { Crms } from "#app/server/ports/crm.ts";
import type { DeadLetters } from "#app/server/ports/dead-letters.ts";
import type { IdentityProvider } from "#app/server/ports/identity-provider.ts";
import type { KeepOutTokens } from "#app/server/tokens/keep-out-tokens.ts";
import type { UnsubscribeTokens } from "#app/server/tokens/unsubscribe-tokens.ts";
import type { FollowUps, MailStatus, WeeklyDigests } from "#app/server/ports/workspace-mails.ts";
import type { MailWriter } from "#app/server/ports/mail-writer.ts";
import type { Mailer } from "#app/server/ports/mailer.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { LocalModel } from "#app/server/ports/local-model.ts";
import type { MeetingChats } from "#app/server/ports/meeting-chat.ts";
import type { MeetingEdits } from "#app/server/ports/meeting-edits.ts";
import type { SplitMeetingStub } from "#app/server/ports/split-meetings.ts";
import type { MergedMeetingStub } from "#app/server/ports/merged-meetings.ts";
import type { ByMeeting, MeetingProcess } from "#app/server/ports/meeting-process.ts";
import type { MinutesDeliveries } from "#app/server/ports/minutes-deliveries.ts";
import type { NotionClient } from "#app/server/ports/notion.ts";
import type { OpenPages } from "#app/server/ports/open-pages.ts";
import type { Presigner, RecordingStore } from "#app/server/ports/recording-store.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import type { RateLimiter } from "#app/server/ports/rate-limiter.ts";
import type { RequestCounts } from "#app/server/ports/request-counts.ts";
import type { SampleSource } from "#app/server/ports/sample-source.ts";
import type { SearchIndex, TeamIndexes } from "#app/server/ports/search-index.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";
import type { SlackClient } from "#app/server/ports/slack.ts";
import type { TaskServices } from "#app/server/ports/task-service.ts";
import type { WebhookDeliveries } from "#app/server/ports/webhook-deliveries.ts";
import type { ShareTokens } from "#app/server/tokens/share-tokens.ts";
import type { SaltedHash } from "#app/server/tokens/salted-hash.ts";

/** Everything a use case may be given; built in workers/compose.ts, the only file that picks adapters. */
export type Services = {
  config: AppConfig;
  db: Database;
  lists: WorkspaceLists;
  store: RecordingStore;
  presigner: Presigner;
  meetings: MeetingProcess;
  calls: CallProcess;
  here: HereRecorder;
  accounts: AccountProcess;
  /** Null where no plan is sold. */
  billing: Billing | null;
  calendarAccounts: CalendarAccounts;
  calendarClients: Record<ConsentProvider, CalendarProviderClient>;
  calendarFeeds: CalendarFeedReader;
  chats: MeetingChats;
  asks: Asks;
  /** Reads and answers questions to all meetings; null without a model. */
  language: LanguageModel | null;
  edits: MeetingEdits;
  merges: ByMeeting<MergedMeetingStub>;
  splits: ByMeeting<SplitMeetingStub>;
  searchIndex: SearchIndex;
  teamIndexes: TeamIndexes;
  rates: RateLimiter;
  requestCounts: RequestCounts;
  pages: OpenPages;
  /** Those that are configured. */
  identity: Readonly<Partial<Record<ProviderName, IdentityProvider>>>;
  /** The language model of this machine; null where another engine writes, or none. */
  localModel: LocalModel | null;
  /** Tells the cost of transcribing on this machine; null where another engine transcribes. */
  speechOutlook: NonNullable<SpeechEngine["describe"]> | null;
  shareTokens: ShareTokens;
  samples: SampleSource;
  secretBox: SecretBox;
  /** Null when no mail is sent. */
  mailer: Mailer | null;
  mailWriter: MailWriter;
  mailStatus: MailStatus;
  deadLetters: DeadLetters;
  webhookDeliveries: WebhookDeliveries;
  weeklyDigests: WeeklyDigests;
  followUps: FollowUps;
  /** Kinds of accounts that are configured. */
  /** Null where it is not configured. */
  slack: SlackClient | null;
  notion: NotionClient | null;
  connectionClients: ConnectionClients;
  crms: Crms;
  taskServices: TaskServices;
  minutesDeliveries: MinutesDeliveries;
  unsubscribeTokens: UnsubscribeTokens;
  keepOutTokens: KeepOutTokens;
  saltedHash: SaltedHash;
  analytics: AnalyticsSink;
  log: Log;
  now(): number;
  /** Work that may outlive the answer. */
  waitUntil(work: Promise<unknown>): void;
};
