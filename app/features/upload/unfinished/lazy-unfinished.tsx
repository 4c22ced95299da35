import type { UnfinishedUpload } from "#app/contracts/upload-answers.ts";
import { laterPart } from "#app/i18n/later-part.tsx";

const UnfinishedUploads = laterPart(
  async () => (await import("#app/features/upload/unfinished/unfinished-uploads.tsx")).UnfinishedUploads,
);

/** Unfinished uploads, where there are any; few people ever see one, so its script and texts come by themselves. */
export function LazyUnfinished({ uploads, now }: { uploads: UnfinishedUpload[]; now: number }) {
  return uploads.length > 0 && <UnfinishedUploads uploads={uploads} now={now} />;
}
