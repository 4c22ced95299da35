import type { Roster } from "../platforms/platform-adapter.ts";
import type { EventLog } from "../spool/event-log.ts";

/** Tells who is there, when it has changed. */
export function tellPeople(events: Pick<EventLog, "add">): (roster: Roster) => void {
  let told = "";
  return (roster) => {
    const people = roster.people
      .slice(0, 1000)
      .map(({ id, name }) => ({ id: id.slice(0, 120), name: name?.slice(0, 200) ?? null }));
    const next = JSON.stringify([roster.count, people]);
    if (next === told) return;
    told = next;
    events.add({ type: "people", count: roster.count, people });
  };
}
