import { DurableObject } from "cloudflare:workers";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import type { CalendarMail } from "#app/domain/mail/mail-content.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import { refused } from "#app/domain/outcome.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";
import type { MinutesDeliveriesStub } from "#app/server/ports/minutes-deliveries.ts";
import type { AskStub } from "#app/server/ports/ask.ts";
import type { SearchAsked } from "#app/server/ports/search-index.ts";
import type { ListStatement } from "#app/server/ports/workspace-lists.ts";
import type { FollowUpAsked, WeeklyDigest } from "#app/server/ports/workspace-mails.ts";
import { composeWorkspace } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { closeSocket } from "#workers/durable/sockets.ts";
import { type AskThreads, askThreads } from "#workers/workspace/ask/ask-threads.ts";
import { type AccountDeletion, accountDeletion } from "#workers/workspace/delete-account.ts";
import { deliveries, type Deliveries, type WorkspaceDeps } from "#workers/workspace/deliver-events.ts";
import { knownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import { type MeetingDeliveries, meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";
import { type MeetingMails, meetingMails } from "#workers/workspace/mail/meeting-mails.ts";
import { openPages, type OpenPageSockets } from "#workers/workspace/open-pages.ts";
import { runListStatements } from "#workers/workspace/lists/run-list-statements.ts";
import { requestCounts } from "#workers/workspace/request-counts.ts";
import { type SearchIndex, searchIndex } from "#workers/workspace/search/search-index.ts";
import { migrateWorkspaceStore } from "#workers/workspace/store-migrations.ts";
import { saveEvents } from "#workers/workspace/store.ts";

type Asked<Name extends keyof AskStub> = Parameters<AskStub[Name]>[0];
type MinutesAsked<Name extends keyof MinutesDeliveriesStub> = Parameters<MinutesDeliveriesStub[Name]>[0];

/**
 * One workspace: it takes the domain events of its meetings and gives them to the consumers. Some of them are its own: the search
 * index, the mails to the owners of meetings, their webhooks and their connected accounts.
 */
export class WorkspaceObject extends DurableObject<Env> {
  readonly #deliveries: Deliveries;
  readonly #index: SearchIndex;
  readonly #mails: MeetingMails;
  readonly #sent: MeetingDeliveries;
  readonly #deletion: AccountDeletion;
  readonly #pages: OpenPageSockets;
  readonly #ask: AskThreads;
  readonly #mayHave: ReturnType<typeof knownDestinations>;
  readonly #countRequest: ReturnType<typeof requestCounts>;

  /** `deps`: tests bring consumers of their own. */
  constructor(ctx: DurableObjectState, env: Env, deps: WorkspaceDeps = composeWorkspace(env)) {
    super(ctx, env);
    migrateWorkspaceStore(ctx.storage);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#pages = openPages(ctx);
    this.#countRequest = requestCounts(deps.now);
    this.#mayHave = knownDestinations(ctx.storage.sql, deps.mayHave);
    const mayHave = this.#mayHave.of;
    this.#index = searchIndex(ctx.storage, { ...deps, mayHave, source: deps.searchSource });
    this.#ask = askThreads(ctx.storage, { ...deps, readMeeting: (meetId) => deps.searchSource.read(meetId) });
    this.#mails = meetingMails(ctx.storage, { ...deps, mayHave });
    this.#sent = meetingDeliveries(ctx.storage, {
      ...deps,
      mayHave,
      mailParked: (mail) => this.#mails.takeParked(mail),
    });
    this.#deletion = accountDeletion(ctx.storage, { ...deps, perform: deps.deleteAccountStep });
    const { webhooks, connections, sending } = this.#sent;
    this.#deliveries = deliveries({
      deps: {
        ...deps,
        consumers: [this.#index, this.#mails, webhooks, connections, this.#ask]
          .map(({ consumer }) => consumer)
          .concat(deps.consumers),
      },
      storage: ctx.storage,
      waitUntil: (work) => ctx.waitUntil(work),
      beside: [this.#index.rebuild, this.#index.shown, this.#mails.sending, sending, this.#deletion],
    });
  }

  async takeEvents(meetId: MeetId, events: DomainEvent[], mayHave?: MayHave) {
    if (this.#deletion.isOver()) return;
    const last = events.at(-1);
    if (mayHave && last) this.#mayHave.note({ meetId, id: last.id }, mayHave);
    saveEvents(this.ctx.storage, meetId, events);
    await this.#deliveries.begin();
  }

  async runListStatements(statements: ListStatement[]) {
    // A late change is taken and kept nowhere.
    if (this.#deletion.isOver()) return statements.map(() => ({ columns: [], rows: [], rowsRead: 0 }));
    return runListStatements(this.ctx.storage, statements);
  }

  async search(asked: SearchAsked) {
    await this.#index.prepare(asked.workspaceId);
    const found = this.#index.search(asked);
    if (!found.isComplete) await this.#deliveries.begin();
    return found;
  }

  async followShown(teamId: string) {
    this.#index.shown.begin(teamId);
    await this.#deliveries.begin();
  }

  async findPassages(asked: Asked<"findPassages">) {
    await this.#index.prepare(asked.workspaceId);
    const found = this.#index.findPassages(asked);
    if (!found.isComplete) await this.#deliveries.begin();
    return found;
  }

  async addQuestion(asked: Asked<"addQuestion">) {
    // A late question would be stored after everything else was deleted.
    return this.#deletion.isOver() ? refused("not-found") : this.#ask.addQuestion(asked);
  }

  async beginAnswer(threadId: string) {
    return this.#ask.beginAnswer(threadId);
  }

  async endAnswer(ended: Asked<"endAnswer">) {
    this.#ask.endAnswer(ended);
  }

  async readThread(threadId: string) {
    return this.#ask.readThread(threadId);
  }

  async listThreads() {
    return this.#ask.listThreads();
  }

  async shareThread(asked: Asked<"shareThread">) {
    return this.#ask.shareThread(asked);
  }

  async deleteThread(threadId: string) {
    this.#ask.deleteThread(threadId);
  }

  async noteReaders(asked: Asked<"noteReaders">) {
    if (!this.#deletion.isOver()) this.#ask.noteReaders(asked);
  }

  async forgetSource(meetId: MeetId) {
    this.#ask.forgetSource(meetId);
  }

  async undeliveredMails(userId: string) {
    return this.#mails.undelivered(userId);
  }

  async resendMail(asked: { key: string; userId: string }) {
    const isFound = this.#mails.sendAgain(asked);
    await this.#deliveries.begin();
    return isFound;
  }

  async takeCalendarMail(mail: CalendarMail) {
    if (this.#deletion.isOver()) return;
    this.#mails.takeCalendarMail(mail);
    await this.#deliveries.begin();
  }

  async forgetCalendarMails(accountId: string) {
    this.#mails.forgetCalendarMails(accountId);
  }

  async takeDigest(digest: WeeklyDigest) {
    if (this.#deletion.isOver()) return;
    this.#mails.takeDigest(digest);
    await this.#deliveries.begin();
  }

  async hasFollowUp(asked: Pick<FollowUpAsked, "meetId" | "key">) {
    return this.#mails.hasFollowUp(asked);
  }

  async sendFollowUp(asked: FollowUpAsked) {
    if (this.#deletion.isOver()) return;
    this.#mails.takeFollowUp(asked);
    await this.#deliveries.begin();
  }

  async followUpsOf(asked: { meetId: string; userId: string; limit: number }) {
    return this.#mails.followUpsOf(asked);
  }

  async seriesFollowUp(meetId: string) {
    return this.#mails.seriesFollowUp(meetId);
  }

  async stopSeriesFollowUp(meetId: string) {
    this.#mails.stopSeriesFollowUp(meetId);
  }

  async withdrawFollowUps(meetIds: readonly string[]) {
    this.#mails.withdrawFollowUps(meetIds);
  }

  async allFollowUps(asked: { userId: string; after: string | null }) {
    return this.#mails.allFollowUps(asked);
  }

  async listDeliveries(asked: { webhookId: string; older: number | null }) {
    return this.#sent.webhooks.listDeliveries(asked);
  }

  async lastDeliveries(webhookIds: string[]) {
    return this.#sent.webhooks.lastDeliveries(webhookIds);
  }

  async resendDelivery(asked: { webhookId: string; deliveryId: string }) {
    const isFound = this.#sent.webhooks.resendDelivery(asked);
    await this.#deliveries.begin();
    return isFound;
  }

  async sendTestEvent(webhookId: string) {
    if (this.#deletion.isOver()) return null;
    const delivery = this.#sent.webhooks.sendTestEvent(webhookId);
    await this.#deliveries.begin();
    return delivery;
  }

  async forgetWebhook(webhookId: string) {
    this.#sent.webhooks.forgetWebhook(webhookId);
  }

  async sendMinutes(asked: MinutesAsked<"sendMinutes">) {
    if (this.#deletion.isOver()) return;
    this.#sent.connections.sendMinutes(asked);
    await this.#deliveries.begin();
  }

  async resumeMinutes(asked: MinutesAsked<"resumeMinutes">) {
    this.#sent.connections.resumeMinutes(asked);
    await this.#deliveries.begin();
  }

  async dropMinutes(asked: MinutesAsked<"dropMinutes">) {
    this.#sent.connections.dropMinutes(asked);
  }

  async listSent(asked: MinutesAsked<"listSent">) {
    return this.#sent.connections.listSent(asked);
  }

  async findSent(deliveryId: string) {
    return this.#sent.connections.findSent(deliveryId);
  }

  async resendSent(asked: MinutesAsked<"resendSent">) {
    const isFound = this.#sent.connections.resendSent(asked);
    await this.#deliveries.begin();
    return isFound;
  }

  async partsOf(asked: MinutesAsked<"partsOf">) {
    return this.#sent.connections.partsOf(asked);
  }

  async forgetConnection(connectionId: string) {
    this.#sent.connections.forgetConnection(connectionId);
  }

  // The open pages of its person.

  override async fetch(request: Request): Promise<Response> {
    return this.#pages.accept(request);
  }
  async tellPages() {
    if (!this.#deletion.isOver()) await this.#pages.tell();
  }
  async closePages(sessionHash: string) {
    this.#pages.close(sessionHash);
  }
  /** Pages only listen (a ping is answered without waking us): a socket that sends is not a page of ours. */
  override webSocketMessage(socket: WebSocket): void {
    closeSocket(socket, 1008, "not expected");
  }
  override webSocketClose(socket: WebSocket): void {
    closeSocket(socket, 1000, "closed");
  }

  async countRequest(asked: { counted: string; max: number }) {
    return this.#countRequest(asked);
  }

  async deadLetters(asked: { isRetried: boolean }) {
    return this.#deliveries.deadLetters(asked);
  }

  async deleteAccount(userId: UserId) {
    this.#deletion.begin(userId);
    await this.#deliveries.begin();
  }

  override async alarm(): Promise<void> {
    await this.#deliveries.alarm();
  }
}
