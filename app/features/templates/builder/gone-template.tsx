import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { BuilderPage } from "#app/features/templates/builder/builder-page.tsx";
import { readDraft } from "#app/features/templates/builder/keep-template-draft.ts";

type Props = { userId: string; goneId: string; children: ReactNode };

/**
 * The address of a template that is not there (any more). A draft of it that this browser has kept is opened, so that it can become a new
 * template; `children`: the page where there is none.
 */
export function GoneTemplate({ userId, goneId, children }: Props) {
  const isBrowser = useSyncExternalStore(never, isHere, isNotHere);
  // Read once: a draft that is discarded leaves the builder open.
  const hasDraft = useMemo(() => isBrowser && readDraft(userId, goneId) !== null, [isBrowser, userId, goneId]);
  return hasDraft ? <BuilderPage userId={userId} template={null} uses={0} meetings={[]} goneId={goneId} /> : children;
}

const never = () => () => {};
const isHere = () => true;
/** On the server, and while the page hydrates. */
const isNotHere = () => false;
