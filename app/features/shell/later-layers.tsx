import { useCallback, useState } from "react";
import { InviteLayer, type InviteLayerProps } from "#app/features/shell/invite-layer.tsx";
import { RecordLayer, type RecordLayerProps } from "#app/features/shell/record-layer.tsx";
import { SearchLayer } from "#app/features/shell/search-layer.tsx";

type Props = InviteLayerProps & Omit<RecordLayerProps, "hasSearched">;

/** Layers of the shell that load behind its page: dialogs that are open where the address says so, and the search box. */
export function LaterLayers({ user, links, onRecording }: Props) {
  const [hasSearched, setSearched] = useState(false);
  const onOpen = useCallback(() => setSearched(true), []);
  return (
    <>
      <InviteLayer user={user} links={links} />
      <RecordLayer user={user} onRecording={onRecording} hasSearched={hasSearched} />
      <SearchLayer userId={user.id} onOpen={onOpen} />
    </>
  );
}
