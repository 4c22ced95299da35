import type { FoundInMeeting } from "#app/domain/ask/choose-sources.ts";
import type { AskAnswer, AskExchange, AskThread } from "#app/domain/ask/thread.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { SearchAsked } from "#app/server/ports/search-index.ts";

/** A question to the index of a workspace, as a search: meetings of `userId`, or those that `among` names. */
export type PassagesAsked = Omit<SearchAsked, "query" | "after"> & {
  /** Folded words; those of the question weigh 1, those that widen it less. */
  words: { word: string; weight: number }[];
  persons: string[][];
  speakers: string[][];
  /** Moments of earlier answers of the thread. */
  earlier: { meetId: string; segmentIds: string[] }[];
};

export type PassagesFound = {
  meetings: FoundInMeeting[];
  /** Meetings of the scope that the index has. */
  lookedAt: number;
  /** False while the index is being built. */
  isComplete: boolean;
};

export type ListedThread = { id: string; question: string; askedAt: number; questions: number; isShared: boolean };

/** A question that waits for its answer. `earlier`: questions of the same thread before it, newest last. */
export type BegunAnswer = Pick<AskExchange, "number" | "question"> & {
  earlier: Pick<AskExchange, "question" | "answer">[];
};

/** Questions to all meetings, in a workspace's object: passages of its meetings, and the threads of its person. */
export interface AskStub {
  findPassages(asked: PassagesAsked): Promise<PassagesFound>;
  /** Stores a question. Without `threadId` it begins a thread. */
  addQuestion(asked: {
    threadId: string | null;
    question: string;
  }): Promise<Outcome<{ threadId: string }, "not-found" | "chat-busy">>;
  /** Takes the last question of a thread to answer it. Null: it is answered. chat-busy: another answer is being written. */
  beginAnswer(threadId: string): Promise<Outcome<BegunAnswer | null, "not-found" | "chat-busy">>;
  /** Stores the answer; null: it was broken off, and may be asked for again. A thread that is gone takes nothing. */
  endAnswer(ended: { threadId: string; number: number; answer: AskAnswer | null }): Promise<void>;
  /** Null where there is no such thread. */
  readThread(threadId: string): Promise<AskThread | null>;
  /** Newest first. */
  listThreads(): Promise<ListedThread[]>;
  shareThread(asked: { threadId: string; isShared: boolean }): Promise<boolean>;
  deleteThread(threadId: string): Promise<void>;
  /** Workspaces whose threads rest on meetings of this one: they are told when a meeting is deleted. */
  noteReaders(asked: { meetIds: MeetId[]; workspaceId: string }): Promise<void>;
  /** A meeting is gone: lines that rest on it are deleted. */
  forgetSource(meetId: MeetId): Promise<void>;
}

/** The objects of all workspaces as use cases see them. */
export interface Asks {
  of(workspaceId: string): AskStub;
}
