import { inArray } from "drizzle-orm";
import type { AskedEvent, ShownExchange, ShownThread } from "#app/contracts/ask.ts";
import { type AskAnswer, answerFor, type AskExchange, sourcesOf } from "#app/domain/ask/thread.ts";
import type { PersonActor, SessionActor } from "#app/domain/account/actor.ts";
import { isId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isSessionOpen } from "#app/server/identity/session.ts";
import { readableMeetings } from "#app/server/ask/find-sources.ts";
import { writeAnswer } from "#app/server/ask/write-answer.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import type { AskStub, BegunAnswer, ListedThread } from "#app/server/ports/ask.ts";
import type { Services } from "#app/server/services.ts";

/** The threads of a person, in the object of their own workspace whatever workspace they act in. */
const threadsOf = ({ asks }: Pick<Services, "asks">, userId: UserId): AskStub => asks.of(personalWorkspaceOf(userId));

export function listThreads(services: Pick<Services, "asks">, actor: PersonActor): Promise<ListedThread[]> {
  return threadsOf(services, actor.userId).listThreads();
}

/** All threads of a person as they may read them now, for their archive. */
export async function readAllThreads(services: Pick<Services, "asks" | "db">, actor: PersonActor) {
  const threads: ShownThread[] = [];
  for (const { id } of await listThreads(services, actor)) {
    const thread = await readThread(services, actor, { threadId: id, of: null });
    if (thread) threads.push(thread);
  }
  return threads;
}

/** Asks a question in a thread, or begins one. The answer is written when the page of the thread asks for it. */
export async function addQuestion(
  services: Pick<Services, "asks">,
  actor: PersonActor,
  asked: { threadId: string | null; question: string },
): Promise<Outcome<{ threadId: string }, "not-found" | "chat-busy">> {
  if (asked.threadId !== null && !isId(asked.threadId)) return refused("not-found");
  return threadsOf(services, actor.userId).addQuestion(asked);
}

export async function shareThread(
  services: Pick<Services, "asks">,
  actor: PersonActor,
  asked: { threadId: string; isShared: boolean },
): Promise<Outcome<null, "not-found">> {
  return (await threadsOf(services, actor.userId).shareThread(asked)) ? ok(null) : refused("not-found");
}

/** Idempotent. */
export async function deleteThread(services: Pick<Services, "asks">, actor: PersonActor, threadId: string) {
  await threadsOf(services, actor.userId).deleteThread(threadId);
}

/**
 * A thread as the actor may read it now. `of`: whose it is, for one that was shared; then it is there only for those who may read every meeting
 * on which its answers rest. Null for all others, and where there is none.
 */
export async function readThread(
  services: Pick<Services, "asks" | "db">,
  actor: PersonActor,
  { threadId, of }: { threadId: string; of: string | null },
): Promise<ShownThread | null> {
  const owner = of ?? actor.userId;
  if (!isId(threadId) || !isId(owner)) return null;
  const thread = await threadsOf(services, owner as UserId).readThread(threadId);
  if (!thread) return null;
  const isOwn = owner === actor.userId;
  const { id, isShared, exchanges } = thread;
  const sources = sourcesOf(exchanges);
  const readable = await readableMeetings(services, actor, sources);
  if (!isOwn && (!isShared || sources.length === 0 || sources.some((one) => !readable.has(one)))) return null;
  const shown = await shownExchanges(services.db, exchanges, readable);
  return { id, isOwn, isShared, of: owner, exchanges: shown };
}

/** An answer that is not kept, as the actor may read it now. */
export async function shownAnswer(
  services: Pick<Services, "db">,
  actor: PersonActor,
  answer: AskAnswer,
): Promise<NonNullable<ShownExchange["answer"]>> {
  const readable = await readableMeetings(services, actor, sourcesOf([{ answer }]));
  const titles = await titlesOf(services.db, [...readable]);
  return shownOf(answer, readable, titles);
}

/** Answers with the titles of the meetings as they are now, without lines of meetings that the reader may not read. */
async function shownExchanges(
  db: Database,
  exchanges: readonly AskExchange[],
  readable: ReadonlySet<string>,
): Promise<ShownExchange[]> {
  const titles = await titlesOf(db, [...readable]);
  return exchanges.map(({ answer, ...exchange }) => ({
    ...exchange,
    answer: answer && shownOf(answer, readable, titles),
  }));
}

function shownOf(answer: AskAnswer, readable: ReadonlySet<string>, titles: Awaited<ReturnType<typeof titlesOf>>) {
  const { lines, lost, ...rest } = answerFor(answer, readable);
  const shown = lines.flatMap(({ meetId, text, unconfirmed, speaker, segmentIds, startMs }) => {
    const meeting = titles.get(meetId);
    if (!meeting) return [];
    const [segmentId = null] = segmentIds;
    const mark = unconfirmed ? { unconfirmed } : {};
    return [{ text, ...mark, ...(speaker === undefined ? {} : { speaker }), meetId, ...meeting, segmentId, startMs }];
  });
  return { ...rest, lines: shown, lost };
}

async function titlesOf(db: Database, ids: readonly string[]) {
  const titles = new Map<string, { title: string; startsAt: number }>();
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const rows = await db
      .select({ id: meetings.id, title: meetings.title, startsAt: meetings.startsAt })
      .from(meetings)
      .where(inArray(meetings.id, ids.slice(at, at + IDS_MAX)));
    for (const { id, ...meeting } of rows) titles.set(id, meeting);
  }
  return titles;
}
const IDS_MAX = 80;

type Needs = Pick<Services, "asks" | "db" | "language" | "log" | "now" | "waitUntil">;
type Asker = { actor: SessionActor; user: { locale: Locale; timeZone: string } };

/**
 * Writes the answer to the last question of a thread, and tells how far it is. A page that leaves ends it; the question stays, and is answered
 * when its thread is opened again. Nothing of the answer is sent before it is checked whole and the rights are asked again.
 */
export async function answerThread(
  services: Needs,
  { actor, user }: Asker,
  threadId: string,
): Promise<Outcome<ReadableStream<Uint8Array>, "not-found" | "chat-busy">> {
  if (!isId(threadId)) return refused("not-found");
  const threads = threadsOf(services, actor.userId);
  const begun = await threads.beginAnswer(threadId);
  if (!begun.ok) return begun;
  const stop = new AbortController();
  const encoder = new TextEncoder();
  return ok(
    new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (event: AskedEvent) => {
          if (!stop.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
        };
        send({ type: "looking" });
        const { signal } = stop;
        const write = async () => {
          try {
            await writeThread(services, { actor, user, threadId, threads, begun: begun.value, signal, send });
          } catch (error) {
            if (!signal.aborted) services.log("ask.failed", { error: faultOf(error) });
            send({ type: "failed" });
          }
          // A page that leaves ends the answer, whose question then waits again.
          if (!signal.aborted) controller.close();
        };
        services.waitUntil(write());
      },
      cancel: () => stop.abort(),
    }),
  );
}

type Writing = Asker & {
  threadId: string;
  threads: AskStub;
  begun: BegunAnswer | null;
  signal: AbortSignal;
  send: (event: AskedEvent) => void;
};

async function writeThread(services: Needs, writing: Writing): Promise<void> {
  const { actor, user, threadId, threads, begun, signal, send } = writing;
  if (begun !== null) await writeBegun(services, { actor, user, threadId, threads, signal, send }, begun);
  // The answer may have taken minutes, in which the person lost a meeting, or signed out.
  const isOpen = await isSessionOpen(services, actor.sessionHash);
  const thread = isOpen ? await readThread(services, actor, { threadId, of: null }) : null;
  const exchange = thread?.exchanges.at(-1);
  send(exchange ? { type: "ended", exchange } : { type: "gone" });
}

async function writeBegun(services: Needs, writing: Omit<Writing, "begun">, begun: BegunAnswer): Promise<void> {
  const { actor, user, threadId, threads, signal, send } = writing;
  const { number, question, earlier } = begun;
  try {
    const onReading = (count: number) => send({ type: "reading", meetings: count });
    // Lines of meetings that the person has lost say nothing to the next question either.
    const readable = await readableMeetings(services, actor, sourcesOf(earlier));
    const known = earlier.map((one) => ({ ...one, answer: one.answer && answerFor(one.answer, readable) }));
    const answer = await writeAnswer(services, { actor, user, question, earlier: known, signal, onReading });
    await noteReaders(services, actor, sourcesOf([{ answer }]));
    await threads.endAnswer({ threadId, number, answer });
  } catch (error) {
    await threads.endAnswer({ threadId, number, answer: null });
    throw error;
  }
}

/** Each workspace tells the person's when a meeting is deleted on which an answer rests. */
async function noteReaders({ asks, db }: Needs, { userId }: PersonActor, meetIds: ReturnType<typeof sourcesOf>) {
  const own = personalWorkspaceOf(userId);
  if (meetIds.length === 0) return;
  const rows = await db
    .select({ id: meetings.id, workspaceId: meetings.workspaceId })
    .from(meetings)
    .where(inArray(meetings.id, meetIds.slice(0, IDS_MAX)));
  for (const workspaceId of new Set(rows.map((row) => row.workspaceId))) {
    if (workspaceId === own) continue;
    const of = meetIds.filter((meetId) => rows.some((row) => row.id === meetId && row.workspaceId === workspaceId));
    await asks.of(workspaceId).noteReaders({ meetIds: of, workspaceId: own });
  }
}
