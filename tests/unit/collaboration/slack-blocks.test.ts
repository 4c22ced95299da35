import type { KnownBlock } from "@slack/web-api";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  SLACK_BLOCKS_MAX,
  SLACK_HEADER_CHARS_MAX,
  SLACK_MESSAGE_CHARS_MAX,
  SLACK_TEXT_CHARS_MAX,
} from "#app/domain/limits/deliveries.ts";
import { escapeSlack, writeSlackMinutes } from "#app/server/exports/collaboration/slack-blocks.ts";
import { EVERY_FIELD, type Field, minutesWith, PAGE } from "#tests/unit/collaboration/every-field-view.ts";

const words = { open: "Open", more: "There is more." };

/** The type is the vendor's: a block that Slack does not know is no program. */
async function blocksOf(fields: readonly Field[], title?: string): Promise<KnownBlock[]> {
  return writeSlackMinutes(await minutesWith(fields, title), { page: PAGE, words }).blocks;
}

/** The texts of all blocks, one below the other. */
function textOf(blocks: readonly KnownBlock[]): string {
  return blocks
    .map((block) => {
      if (block.type === "section" || block.type === "header") return block.text?.text ?? "";
      return block.type === "context" ? block.elements.map((each) => ("text" in each ? each.text : "")).join("") : "";
    })
    .join("\n");
}

test("every type of field is in the message, with links to its moments", async () => {
  expect(textOf(await blocksOf(EVERY_FIELD))).toBe(`Budget of the choir
Wednesday, 18 November 2026, 12:06 pm · 1 min 35 s · English · Nora Puig, Tom
*Summary*
The roof leaks. It rained in. <${PAGE}?t=5|00:05>
*Key points*
• Tiles are missing. <${PAGE}?t=5|00:05>
*Decisions*
• Buckets stand ready. <${PAGE}?t=5|00:05>
*Tasks*
☑ Mend the roof <${PAGE}?t=5|00:05>
      before it rains
      Assigned: Nora · Deadline: Wednesday, 25 November 2026
☐ Count the buckets <${PAGE}?t=5|00:05>
*Parts*
• A wet winter <${PAGE}?t=5|00:05>
      In the attic
*Notes*
Nobody was hurt. <${PAGE}?t=5|00:05>
*Loans*
• The ladder is borrowed. <${PAGE}?t=5|00:05>
*Tags*
#attic #roof
*Prices*
• Material: Slate · Price: 40 euros
*Keywords*
gutter, slate
<${PAGE}|Open>
The minutes were written by a-model.`);
});

const HOSTILE = "<!channel> <@U0PERSON01> <#C0DESK0001> <https://evil.example|Pay & win>";

test("no word of a meeting becomes a mention, a channel or a link", async () => {
  const item = { text: HOSTILE, segmentIds: [] };
  const blocks = await blocksOf([{ title: HOSTILE, content: { type: "bullets", items: [item] } }], HOSTILE);
  const marked = blocks.flatMap((block) =>
    block.type === "section" && block.text?.type === "mrkdwn" ? [block.text] : [],
  );
  expect(
    marked
      .map(({ text }) => text)
      .join("\n")
      .replaceAll(`<${PAGE}|Open>`, ""),
  ).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  expect(marked.every(({ verbatim }) => verbatim)).toBe(true);
  expect(escapeSlack("a < b && c > d")).toBe("a &lt; b &amp;&amp; c &gt; d");
  // Notifications read `text` as mark-up too.
  expect(writeSlackMinutes(await minutesWith([], HOSTILE), { page: PAGE, words }).text).not.toMatch(/[<>]/);
});

test("long minutes end with a sentence, and never break a limit of Slack", async () => {
  const long = (length: number) => ({ text: "&".repeat(length), segmentIds: [] });
  const items = Array.from({ length: 200 }, () => long(700));
  const blocks = await blocksOf([{ title: "T".repeat(500), content: { type: "bullets", items } }], "x".repeat(400));
  expectLimits(blocks);
  expect(textOf(blocks)).toContain("There is more.");
  expect(textOf(blocks)).toContain(`<${PAGE}|Open>`);
});

test("more sections than blocks", async () => {
  const item = { text: "One.", segmentIds: [] };
  const fields: Field[] = Array.from({ length: 80 }, (_, index) => ({
    title: `Field ${index}`,
    content: { type: "bullets", items: [item] },
  }));
  const blocks = await blocksOf(fields);
  expect(blocks).toHaveLength(SLACK_BLOCKS_MAX);
  expect(textOf(blocks)).toContain("There is more.");
});

test("any text keeps to the limits", async () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 4000 });
  const checked = fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), text, async (texts, title) => {
      const items = texts.map((each) => ({ text: each, segmentIds: ["a"] }));
      expectLimits(
        await blocksOf(
          [
            { title, content: { type: "bullets", items } },
            { title, content: { type: "customText", items } },
            { title, content: { type: "customTable", columns: ["A"], rows: [{ cells: texts, segmentIds: [] }] } },
          ],
          title,
        ),
      );
    }),
    { numRuns: 30 },
  );
  await expect(checked).resolves.toBeUndefined();
});

function expectLimits(blocks: readonly KnownBlock[]): void {
  expect(blocks.length).toBeLessThanOrEqual(SLACK_BLOCKS_MAX);
  let sections = 0;
  for (const block of blocks) {
    const texts =
      block.type === "context"
        ? block.elements.flatMap((each) => ("text" in each ? [each.text ?? ""] : []))
        : "text" in block && block.text !== undefined && typeof block.text !== "string"
          ? [block.text.text]
          : [];
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(block.type === "header" ? SLACK_HEADER_CHARS_MAX : SLACK_TEXT_CHARS_MAX);
      expect(text).not.toMatch(/\p{Surrogate}/u);
      if (block.type === "section") sections += text.length;
    }
  }
  // With the link to the meeting.
  expect(sections).toBeLessThanOrEqual(SLACK_MESSAGE_CHARS_MAX + 200);
}
