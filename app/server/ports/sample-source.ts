import type { TextLanguage } from "#app/domain/languages.ts";
import type { SampleContent } from "#app/domain/meeting/sample.ts";

export type Sample = {
  title: string;
  content: SampleContent;
  /** The conversation as an .m4a file; null where it has no sound. */
  sound: Uint8Array | null;
};

/** The sample meetings that come with Acta. Nothing of them is loaded before it is asked for. */
export interface SampleSource {
  /** `now`: when its minutes say that they were written. */
  load(language: TextLanguage, now: number): Promise<Sample>;
}
