import { type ComponentType, lazy } from "react";
import { loadLaterTexts } from "#app/i18n/later-texts.ts";

/**
 * A part of a page whose script and texts come when it is drawn. The server draws it at once; in the browser it needs a
 * Suspense around it. Where it does not come, `lost` stands in its place: a page never falls over a chunk.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  lost: ComponentType<Props> = Nothing,
) {
  return lazy(async () => {
    try {
      const [part] = await Promise.all([load(), loadLaterTexts()]);
      return { default: part };
    } catch {
      return { default: lost };
    }
  });
}

function Nothing() {
  return null;
}
