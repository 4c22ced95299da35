import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { UserId } from "#app/domain/ids.ts";
import { DELETION_BACK_OFF, DELETION_STEP_MS_MAX } from "#app/domain/limits/account.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import {
  DELETION_STEPS,
  type DeletionOutcome,
  type DeletionStep,
  isAllDeleted,
  nextDeletionStep,
} from "#app/domain/privacy/account-deletion.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";
import { dropSearchTables } from "#workers/workspace/search/search-tables.ts";

/**
 * The deletion of the account that a workspace belongs to: one row with the step that is to be done. Each step is repeated until it
 * succeeds, so that a crash or a service that does not answer delays the deletion and never ends it.
 */
export type DeletionDeps = {
  /** A step outside this object. */
  perform: (
    step: Exclude<DeletionStep, "empty-workspace">,
    asked: { userId: UserId; signal: AbortSignal },
  ) => Promise<DeletionOutcome>;
  log: Log;
  now: () => number;
  random: () => number;
};

export interface AccountDeletion extends BesideWork {
  /** Stores the job; a second call changes nothing. */
  begin(userId: UserId): void;
  /** From then on the workspace takes no more events: a late one would store ids again. */
  isOver(): boolean;
}

type Row = { user_id: string; step: string | null; attempts: number; due_at: number };

export function accountDeletion(storage: DurableObjectStorage, deps: DeletionDeps): AccountDeletion {
  const { sql } = storage;
  const read = () => sql.exec<Row>("SELECT user_id, step, attempts, due_at FROM account_deletion").toArray()[0] ?? null;

  async function runStep({ user_id, step: stored, attempts }: Row): Promise<void> {
    const step = stepOf({ step: stored });
    if (step === null) return;
    // Counted before the work, and due again if the object is restarted before the step ends.
    sql.exec(
      "UPDATE account_deletion SET attempts = attempts + 1, due_at = ?",
      deps.now() + backOffDelayMs(DELETION_BACK_OFF, attempts + 1, deps.random()),
    );
    const userId = user_id as UserId;
    try {
      const outcome = await performStep(step, userId);
      const next = nextDeletionStep(step, outcome);
      sql.exec("UPDATE account_deletion SET step = ?, attempts = 0, due_at = 0", next);
    } catch (error) {
      deps.log("account.deletion.failed", { userId, step, attempt: attempts + 1, error: faultOf(error) });
    }
  }

  async function performStep(step: DeletionStep, userId: UserId): Promise<DeletionOutcome> {
    if (step === "empty-workspace") {
      emptyWorkspace(storage);
      return "done";
    }
    const answer: { outcome: DeletionOutcome } = { outcome: "more" };
    await withTimeLimit(DELETION_STEP_MS_MAX, async (signal) => {
      answer.outcome = await deps.perform(step, { userId, signal });
    });
    return answer.outcome;
  }

  return {
    begin(userId) {
      sql.exec(
        "INSERT OR IGNORE INTO account_deletion (id, user_id, step, attempts, due_at) VALUES (1, ?, ?, 0, 0)",
        userId,
        DELETION_STEPS[0],
      );
    },
    isOver() {
      const row = read();
      return row !== null && isAllDeleted(stepOf(row));
    },
    dueAt() {
      const row = read();
      return row === null || row.step === null ? null : row.due_at;
    },
    async run() {
      const until = deps.now() + ALARM_CLAIM_MS_MAX;
      while (deps.now() < until) {
        const row = read();
        if (row === null || row.step === null || row.due_at > deps.now()) return;
        await runStep(row);
      }
    },
  };
}

function stepOf({ step }: Pick<Row, "step">): DeletionStep | null {
  return DELETION_STEPS.find((name) => name === step) ?? null;
}

/** The mark of the deletion, the object's version, and cursors of consumers by their names: none says anything of the person. */
const KEPT_TABLES: ReadonlySet<string> = new Set(["account_deletion", "store_migrations", "consumers"]);

/** All other tables, also those that are added later. Their names are our own. */
function emptyWorkspace(storage: DurableObjectStorage): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    // Before the list is read, because the index has tables of its own.
    dropSearchTables(sql);
    const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
    for (const { name } of tables) {
      if (!KEPT_TABLES.has(name) && !name.startsWith("_cf_")) sql.exec(`DELETE FROM "${name}"`);
    }
  });
}
