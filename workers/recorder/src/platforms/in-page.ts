import type { Frame, Page } from "playwright-core";

/**
 * Runs a function of ours in a page. It is sent as text, so it uses nothing from outside itself: bundlers wrap inner functions
 * in a `__name` of their own, which no page has. Evaluated by the debugger: a page's content security policy and trusted types
 * do not stand in its way.
 */
export function inPage<Asked, Answer>(
  where: Page | Frame,
  run: (asked: Asked) => Answer,
  asked: Asked,
): Promise<Awaited<Answer>> {
  const text = `(() => { const __name = (value) => value; return (${run.toString()})(${JSON.stringify(asked ?? null)}); })()`;
  return where.evaluate<Awaited<Answer>>(text);
}
