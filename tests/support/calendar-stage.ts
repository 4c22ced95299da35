import { vi } from "vitest";
import { type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";

export type CalendarStage = { played: PlayedCalendars; people: PlayedPerson[] };

/**
 * For worker tests: Google and Microsoft stand in for the network, before whatever stands in for it already, such as a recorder. `people` is
 * empty; `vi.restoreAllMocks()` ends it.
 */
export function openCalendarStage(): CalendarStage {
  const people: PlayedPerson[] = [];
  const played = playCalendars({ people });
  const network = vi.mocked(globalThis.fetch);
  const before = network.getMockImplementation();
  network.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const answer = await played.answer(new Request(input, init));
    if (answer) return answer;
    return before ? before(request) : new Response(null, { status: 500 });
  });
  return { played, people };
}
