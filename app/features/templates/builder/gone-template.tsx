import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { readDraft } from "#app/features/templates/builder/keep-template-draft.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const builder = lazy(
  async () => (await import("#app/features/templates/builder/builder-page.tsx")).BuilderPage,
  ["templates", "templateBuilder", "meeting"],
);

type Props = { userId: string; goneId: string; children: ReactNode };

/**
 * The address of a template that is not there (any more). A draft of it that this browser has kept is opened, so that it can become a new
 * template; `children`: the page where there is none.
 */
export function GoneTemplate({ userId, goneId, children }: Props) {
  const isBrowser = useSyncExternalStore(never, isHere, isNotHere);
  // Read once: a draft that is discarded leaves the builder open.
  const hasDraft = useMemo(() => isBrowser && readDraft(userId, goneId) !== null, [isBrowser, userId, goneId]);
  if (!hasDraft) return children;
  return <WhenLoaded part={builder} props={{ userId, template: null, uses: 0, meetings: [], goneId }} />;
}

const never = () => () => {};
const isHere = () => true;
/** On the server, and while the page hydrates. */
const isNotHere = () => false;
