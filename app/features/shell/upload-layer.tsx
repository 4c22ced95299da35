import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { UploadDesk } from "#app/features/shell/upload-desk.tsx";

type Props = Parameters<typeof UploadDesk>[0];

/**
 * The upload dialog, and what is being sent, over whatever page. In the browser only: it comes when the page already works,
 * and where it did not come it is asked for again with the next address.
 */
export function UploadLayer(props: Props) {
  const { search } = useLocation();
  const [Desk, setDesk] = useState<typeof UploadDesk | null>(null);
  useEffect(() => {
    if (Desk) return;
    void import("#app/features/shell/upload-desk.tsx").then(
      (it) => setDesk(() => it.UploadDesk),
      () => {},
    );
  }, [Desk, search]);
  return Desk && <Desk {...props} />;
}
