import { kindOfExtension, isMovie } from "#app/domain/recording-kind.ts";
import { extensionOf } from "#app/features/upload/form/chosen-file.ts";
import { blobSource } from "#app/features/upload/sound/blob-source.ts";
import { readMadeAt } from "#app/media/mp4/read-made-at.ts";
import { epochOf, wallTimeOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** GoPro's cameras have no zone: they write the time of their own clock as if it were UTC. */
const GOPRO = /^G[HXLPO][A-Z0-9]{2}\d{4}\./iu;

/** When the recording was made, as its file says; null where it does not. Never rejects. */
export async function readRecordingTime(
  file: Pick<File, "name" | "size" | "slice">,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<number | null> {
  const kind = kindOfExtension(extensionOf(file.name));
  if (kind === null || !isMovie(kind)) return null;
  const madeAt = await readMadeAt(blobSource(file), now);
  if (madeAt === null || !GOPRO.test(file.name)) return madeAt;
  const wall = epochOf(wallTimeOf(madeAt, "UTC"), timeZone);
  return wall <= now ? wall : madeAt;
}
