import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useCallback, useState } from "react";
import { isId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { isDialogOpen, withoutDialog } from "#app/features/shell/dialog-href.ts";
import { LazyDialog } from "#app/features/shell/lazy-dialog.tsx";
import { OfflineLine } from "#app/features/shell/offline-line.tsx";
import { RecordLayer, type RecordLayerProps } from "#app/features/shell/record-layer.tsx";
import { SearchLayer } from "#app/features/shell/search-layer.tsx";
import { useChanges } from "#app/features/shell/use-changes.ts";
import { UploadLayer, type UploadLayerProps } from "#app/features/shell/upload-layer.tsx";
import { SessionRefresh } from "#app/features/sign-in/session-refresh.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = InviteLayerProps &
  UploadLayerProps &
  Omit<RecordLayerProps, "hasSearched"> & {
    /** Leaving the page would lose an open form, or a running upload or recording. */
    isHeld: boolean;
  };

/**
 * Layers of the shell that load behind its page: dialogs that are open where the address says so, the search box, the socket that tells of changes, the check of the session, and the line that says that there is no network.
 */
export function LaterLayers({ user, links, isSending, onSending, onRecording, isHeld }: Props) {
  const [hasSearched, setSearched] = useState(false);
  useChanges({ hasOwn: isId(useLocation().pathname.slice(1)) });
  const onOpen = useCallback(() => setSearched(true), []);
  return (
    <>
      <UploadLayer user={user} isSending={isSending} onSending={onSending} />
      <InviteLayer user={user} links={links} />
      <ImportLayer user={user} />
      <MergeLayer />
      <SplitLayer />
      <ArrangeLayer />
      <RecordLayer user={user} onRecording={onRecording} hasSearched={hasSearched} />
      <SearchLayer userId={user.id} onOpen={onOpen} />
      <SessionRefresh user={user} isHeld={isHeld} />
      <OfflineLine />
    </>
  );
}

/** Form and calendar load when the dialog is opened first. Its title and date have the upload form's texts. */
const inviteDialog = lazy(
  async () => (await import("#app/features/shell/invite-container.tsx")).InviteContainer,
  ["invite", "call", "plan", "upload"],
);

const importDialog = lazy(
  async () => (await import("#app/features/shell/import-container.tsx")).ImportContainer,
  ["upload"],
);

const mergeDialog = lazy(
  async () => (await import("#app/features/meeting-parts/merge-dialog.tsx")).MergeDialog,
  ["merge"],
);

/** The dialog that merges two meetings, where the address says so: `?merge=` one of them, and `with=` the other where it is known. */
function MergeLayer() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const parameters = new URLSearchParams(search);
  const meetId = parameters.get("merge");
  if (meetId === null || !isId(meetId)) return null;
  const wanted = parameters.get("with");
  for (const name of ["merge", "with"]) parameters.delete(name);
  const close = () =>
    navigate({ pathname, search: parameters.toString() }, { replace: true, preventScrollReset: true });
  const onMerged = (merged: string) => navigate(`/${merged}`);
  return <LazyDialog dialog={mergeDialog} props={{ meetId, wanted, onClose: close, onMerged }} />;
}

const splitDialog = lazy(
  async () => (await import("#app/features/meeting-parts/split-dialog.tsx")).SplitDialog,
  ["split"],
);

/** The dialog that splits a meeting, where the address says so: `?split=` the meeting, and `at=` the moment in ms of it. */
function SplitLayer() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const parameters = new URLSearchParams(search);
  const meetId = parameters.get("split");
  const atMs = Number(parameters.get("at") ?? Number.NaN);
  if (meetId === null || !isId(meetId) || !Number.isFinite(atMs)) return null;
  for (const name of ["split", "at"]) parameters.delete(name);
  const close = () =>
    navigate({ pathname, search: parameters.toString() }, { replace: true, preventScrollReset: true });
  const onSplit = (first: string) => navigate(`/${first}`);
  return <LazyDialog dialog={splitDialog} props={{ meetId, atMs, onClose: close, onSplit }} />;
}

const arrangeDialog = lazy(
  async () => (await import("#app/features/folders/arrange-dialog.tsx")).ArrangeDialog,
  ["folders"],
);

/**
 * The dialog for folder and tags: `?arrange=` a meeting, or "selected", with the ids in the state of the address, which has no room for hundreds.
 */
function ArrangeLayer() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const parameters = new URLSearchParams(search);
  const asked = parameters.get("arrange");
  const meetIds = asked === null ? [] : isId(asked) ? [asked] : selectedIn(state);
  if (meetIds.length === 0) return null;
  parameters.delete("arrange");
  const close = () =>
    navigate({ pathname, search: parameters.toString() }, { replace: true, preventScrollReset: true });
  return <LazyDialog dialog={arrangeDialog} props={{ meetIds, onClose: close, onChanged: revalidate }} />;
}

function selectedIn(state: unknown): string[] {
  const meetIds = typeof state === "object" && state !== null && "meetIds" in state ? state.meetIds : [];
  return Array.isArray(meetIds) ? meetIds.filter((id) => typeof id === "string" && isId(id)) : [];
}

/** The dialog that imports transcripts, where the address says so. */
function ImportLayer({ user }: Pick<InviteLayerProps, "user">) {
  const place = useLocation();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  if (!isDialogOpen("import", place.search)) return null;
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return <LazyDialog dialog={importDialog} props={{ user, timeZone, onClose: close }} />;
}

export type InviteLayerProps = {
  user: {
    name: string;
    email: string | null;
    defaultTemplateId: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
    waitMinutes: number;
  };
  links: LinkRules;
};

/** The invite dialog over whatever page the address says it is open on. In the browser only (later-layers.tsx): it shows itself as a modal. */
export function InviteLayer(props: InviteLayerProps) {
  const place = useLocation();
  const navigate = useNavigate();
  if (!isDialogOpen("invite", place.search)) return null;
  const close = () => navigate(withoutDialog(place), { replace: true, preventScrollReset: true });
  return <LazyDialog dialog={inviteDialog} props={{ ...props, given: place.state, onClose: close }} />;
}
