import { Later } from "#app/features/meeting/later.tsx";
import type { UploadDesk } from "#app/features/shell/upload-desk.tsx";

type Props = Parameters<typeof UploadDesk>[0];

/** The upload dialog, and what is being sent, over whatever page. In the browser only: it comes when the page already works. */
export function UploadLayer(props: Props) {
  return <Later load={loadDesk} props={props} />;
}

const loadDesk = () => import("#app/features/shell/upload-desk.tsx").then((it) => it.UploadDesk);
