import { expect } from "vitest";
import { type CrashPoint, struckLine, SUBJECT_HEADER } from "#tests/crash/crash-points.ts";
import type { KillableActa } from "#tests/support/killable-acta.ts";
import { makeUser } from "#tests/support/make-user.ts";

/**
 * One kill for several cases. Each case has a subject of its own, a person with one meeting, who is stopped at the case's point; when
 * all of them are, the process is killed. Nothing else of the subjects is shared, so each case is tested as if it were alone.
 */

export type KillCase = [name: string, when: CrashPoint["when"], steps: CrashPoint["steps"]];
type AnyCase = readonly [...KillCase, ...unknown[]];
export type Subject = Awaited<ReturnType<typeof makeUser>> & { name: string; headers: Record<string, string> };

export const END_MS_MAX = 150_000;
export const TEST_MS_MAX = 500_000;

let subjects = 0;

/** A person and the header that marks all requests that are made for this person. No name is a part of another. */
export async function makeSubject(acta: KillableActa): Promise<Subject> {
  subjects += 1;
  const name = `subject-${String(subjects).padStart(3, "0")}`;
  return { ...(await makeUser(acta.inside.database, { plan: "pro" })), name, headers: { [SUBJECT_HEADER]: name } };
}

/** Arms the point for the subject; `struck` resolves when the subject has stopped there. */
export async function stopsAt(acta: KillableActa, { name, headers }: Subject, point: CrashPoint) {
  const struck = acta.says(struckLine(name), END_MS_MAX);
  struck.catch(() => {});
  const init = { method: "POST", headers, body: JSON.stringify(point) };
  await acta.miniflare().dispatchFetch(`${acta.origin}/_crash`, init);
  return { struck };
}

/** An object's statement stops the whole process. */
const stopsProcess = ([_name, _when, steps]: AnyCase) => steps.at(-1)?.call === "storage";

/** A group has at most one case that has to be the last before the kill. */
function killGroups<Case extends AnyCase>(cases: readonly Case[], isLast: (one: Case) => boolean): Case[][] {
  const last = cases.filter(isLast);
  const others = cases.filter((one) => !isLast(one));
  const count = Math.max(last.length, 1);
  return Array.from({ length: count }, (_, group) => [
    ...others.filter((_one, index) => index % count === group),
    ...last.slice(group, group + 1),
  ]);
}

/** `asked`: questions to an engine that all subjects of the group caused; `together`: number of these subjects. */
type Group = { asked: number; together: number };

/**
 * Returns a function with the end of each case, by the case's name. The first case of a group plays the whole group: `begin` makes a
 * subject and resolves when it has stopped, `kill` kills the process and starts it again, `end` waits for the end of each.
 */
export function killTogether<Case extends AnyCase, Begun extends object, End extends object>(
  cases: readonly Case[],
  acts: {
    begin(one: Case): Promise<Begun>;
    kill(): Promise<void>;
    end(begun: Begun): Promise<End>;
    /** Number of questions that an engine has received so far. */
    asked?(): number;
    /** Whether the subject, when it has stopped, would keep the subjects after it from getting on. */
    stopsOthers?(one: Case): boolean;
  },
) {
  const asked = () => acts.asked?.() ?? 0;
  const isLast = (one: Case) => stopsProcess(one) || acts.stopsOthers?.(one) === true;
  const groups = killGroups(cases, isLast);
  const played = new Map<Case[], Promise<{ ends: PromiseSettledResult<End>[]; asked: number }>>();
  const play = async (group: Case[]) => {
    const before = asked();
    const waiting = group.filter((one) => !isLast(one));
    const begun = await Promise.all(waiting.map((one) => acts.begin(one)));
    for (const last of group.slice(waiting.length)) begun.push(await acts.begin(last));
    await acts.kill();
    const ends: PromiseSettledResult<End>[] = [];
    // One after the other: looking costs the machine more than waiting.
    for (const one of begun) ends.push(...(await Promise.allSettled([acts.end(one)])));
    return { ends, asked: asked() - before };
  };
  return async (name: string, when: CrashPoint["when"]): Promise<End & Group> => {
    const isIt = ([ofCase, whenOfCase]: AnyCase) => ofCase === name && whenOfCase === when;
    const group = groups.find((one) => one.some(isIt));
    if (!group) throw new Error(`no case is called ${name} (${when})`);
    const playing = played.get(group) ?? play(group);
    played.set(group, playing);
    const { ends, ...all } = await playing;
    const reached = ends[group.findIndex(isIt)];
    if (reached?.status !== "fulfilled") throw reached?.reason ?? new Error("the case has no end");
    return { ...reached.value, ...all, together: group.length };
  };
}

/** Questions that minutes need: one for the notes, and one for the fields. */
export const MINUTES_QUESTIONS = 2;

/** Each subject needs `each` answers; all of them together caused one question more at most. */
export function expectQuestions({ asked, together }: Group, each: number): void {
  expect(asked, "questions to the engine").toBeGreaterThanOrEqual(each * together);
  expect(asked, "questions to the engine").toBeLessThanOrEqual(each * together + 1);
}
