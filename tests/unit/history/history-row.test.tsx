import { expect, test } from "vitest";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { HistoryRow } from "#app/features/history/history-row.tsx";
import { renderScreen, textsOf } from "#tests/support/render-screen.tsx";

const MEETING: MeetingListItem = {
  id: "0123456789abcdefghjkmnpq",
  title: "Budget of the choir",
  startsAt: Date.UTC(2026, 10, 20, 10, 0),
  language: "en",
  role: "organizer",
  participants: null,
  platform: null,
  lobbyState: null,
  status: "SUMMARIZED",
  reason: null,
  durationMs: 60_000,
  recognisedMs: 60_000,
  wantedMs: 60_000,
  taskCount: 0,
};

const rowOf = async (participants: number | null, names: readonly string[]) =>
  textsOf(
    await renderScreen(
      "en",
      <HistoryRow
        meeting={{ ...MEETING, participants }}
        names={names}
        folder={undefined}
        tags={[]}
        isPicked={false}
        onPick={() => {}}
        readAgain={() => {}}
      />,
    ),
  );

test.each([
  { participants: 2, names: ["Alice", "Bob"], says: "Alice, Bob", counts: false },
  {
    participants: 5,
    names: ["Alice", "Bob", "Cleo", "Dan", "Eve"],
    says: "Alice, Bob, Cleo and 2 more",
    counts: false,
  },
  { participants: 9, names: ["Alice", "Bob"], says: "Alice, Bob · 9 people", counts: true },
  { participants: 3, names: [], says: "3 people", counts: true },
])("a row of $participants people and the names $names says $says", async ({ participants, names, says, counts }) => {
  const row = await rowOf(participants, names);
  expect(row).toContain(says);
  expect(row.includes(" people")).toBe(counts);
});
