import type { UnfinishedUpload } from "#app/contracts/recording/upload-answers.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

const UnfinishedUploads = lazyPart(
  lazy(
    async () => (await import("#app/features/upload/unfinished/unfinished-uploads.tsx")).UnfinishedUploads,
    ["upload"],
  ),
  { isAbove: true },
);

/** Unfinished uploads, where there are any; few people ever see one, so its script and texts come by themselves. */
export function LazyUnfinished({ uploads, now }: { uploads: UnfinishedUpload[]; now: number }) {
  return uploads.length > 0 && <UnfinishedUploads uploads={uploads} now={now} />;
}
