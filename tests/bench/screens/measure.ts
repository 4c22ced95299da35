import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Violations that axe finds on the current page: one line a rule. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axePath, "utf8"));
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } };
    return axe.run();
  });
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map((node) => node.html.slice(0, 90)).join(" | ")}`);
}

/** Width of the page beyond the right edge of its window, in px. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * Words that cannot be read: clipped by a box that neither scrolls nor shows an ellipsis (a name that is cut in a list has its
 * title), or beyond the edge of the window.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const inDialog = document.querySelector("dialog:modal");
    const walker = document.createTreeWalker(inDialog ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? "";
      const parent = node.parentElement;
      if (words === "" || !parent || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (rect.width < 2 || rect.height < 2) continue;
      const fault = hiddenBy(parent, rect);
      if (fault) found.push(`${fault}: ${words.slice(0, 50)}`);
    }
    return found;

    function hiddenBy(from: Element, rect: DOMRect): string | null {
      for (let box: Element | null = from; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== "none" || style.clip !== "auto") return null;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const clipsX = style.overflowX === "hidden" || style.overflowX === "clip";
        const clipsY = style.overflowY === "hidden" || style.overflowY === "clip";
        const told = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        if (told && (clipsX || clipsY)) return null;
        if (clipsX && (rect.right > right + 1 || rect.left < left - 1)) return `cut by ${nameOf(box)}`;
        if (clipsY && (rect.bottom > bottom + 2 || rect.top < top - 2)) return `cut by ${nameOf(box)}`;
        if (style.overflowX === "auto" || style.overflowX === "scroll") return null;
        // A box that scrolls only vertically still cuts text at its sides.
        if (style.position === "fixed") break;
      }
      const beyond = rect.right > document.documentElement.clientWidth + 1 || rect.left < -1;
      return beyond && !from.closest(".skip") ? "beyond the window" : null;
    }

    function nameOf(box: Element): string {
      return `${box.tagName.toLowerCase()}.${[...box.classList].join(".")}`;
    }
  });
}

/** Names of elements that still move although the person prefers reduced motion. */
export async function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === "running" && Number(effect?.getComputedTiming().duration ?? 0) > 1,
      )
      .map((animation) => {
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        return `moves: ${target?.className.toString() ?? "?"}`;
      }),
  );
}
