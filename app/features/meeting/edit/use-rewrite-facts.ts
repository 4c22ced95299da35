import { useEffect, useState } from "react";
import {
  rewriteAnswer,
  type RewriteAnswer,
  templatesAnswer,
  type TemplatesAnswer,
  type VersionAnswer,
  versionsAnswer,
} from "#app/contracts/edit-answers.ts";
import { callMeeting } from "#app/features/meeting/edit/edit-calls.ts";

export type RewriteFacts =
  | { state: "loading" | "failed" }
  | { state: "ready"; rewrite: RewriteAnswer; versions: VersionAnswer[]; templates: TemplatesAnswer };

/** What the dialog has to know; asked again when another version comes while it is open. */
export function useRewriteFacts(meetId: string, shown: number | undefined): RewriteFacts {
  const [facts, setFacts] = useState<RewriteFacts>({ state: "loading" });
  useEffect(() => {
    let isLeft = false;
    void load(meetId).then((loaded) => !isLeft && setFacts(loaded));
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `shown` only says that there is something new to ask
  }, [meetId, shown]);
  return facts;
}

async function load(meetId: string): Promise<RewriteFacts> {
  const [rewrite, versions, templates] = await Promise.all([
    callMeeting(meetId, "rewrite"),
    callMeeting(meetId, "versions"),
    loadTemplates(),
  ]);
  const asked = rewriteAnswer.safeParse(rewrite.ok ? rewrite.value : null);
  const listed = versionsAnswer.safeParse(versions.ok ? versions.value : null);
  if (!asked.success || !listed.success) return { state: "failed" };
  return { state: "ready", rewrite: asked.data.rewrite, versions: listed.data.versions, templates };
}

/** §7: on failure or non-array, an empty list. */
async function loadTemplates(): Promise<TemplatesAnswer> {
  try {
    const parsed = templatesAnswer.safeParse(await (await fetch("/api/acta/templates")).json());
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
