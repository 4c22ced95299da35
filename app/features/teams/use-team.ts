import { useCallback, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { readTeam } from "#app/contracts/endpoints/teams.ts";
import type { TeamAnswer } from "#app/contracts/teams.ts";
import { useToast } from "#app/ui/toast.tsx";

export type Team = NonNullable<TeamAnswer["team"]>;

export type TeamActions = {
  /** The change that is under way; null when none is. */
  busy: string | null;
  /**
   * Makes a change once the one before has ended, reads the team again, and says how it ended, when the next change can be made. Resolves
   * with whether it succeeded.
   */
  change: <Value>(
    name: string,
    call: () => Promise<CallResult<Value>>,
    done: string | ((value: Value) => string),
  ) => Promise<boolean>;
};

/** The person's team. What the page shows is always the server's: two administrators may be at work. */
export function useTeam(initial: TeamAnswer): TeamActions & { team: Team | null } {
  const { t } = useTranslation("team");
  const toast = useToast();
  const [answer, setAnswer] = useState(initial);
  const [busy, setBusy] = useState<string | null>(null);
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  const change = useCallback<TeamActions["change"]>(
    (name, call, done) => {
      const act = async () => {
        setBusy(name);
        const result = await call();
        const read = await callApi(readTeam, { unasked: true });
        if (read.ok) setAnswer(read.value);
        setBusy(null);
        if (result.ok) toast("done", typeof done === "string" ? done : done(result.value));
        // An ended session has its own notice.
        else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.change"));
        return result.ok;
      };
      // One after the other, so that what the page shows in the end is what the server had last.
      last.current = last.current.then(act, act);
      return last.current;
    },
    [toast, t],
  );
  return { team: answer.team, busy, change };
}
