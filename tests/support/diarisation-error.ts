/** A stretch in which one person speaks, in ms. */
export type Said = { person: string; startMs: number; endMs: number };

/** Shares of the spoken time of the reference; `total` is the diarisation error rate (DER). */
export type DiarisationError = {
  total: number;
  missed: number;
  falseAlarm: number;
  confused: number;
  spokenMs: number;
};

const STEP_MS = 10;
/** The exact border between two people is nobody's error. */
const COLLAR_MS = 250;

/**
 * The diarisation error rate as NIST defines it: names are mapped one to one so that most time agrees, stretches near a border of the reference
 * are not counted, overlaps are.
 */
export function diarisationError(
  reference: readonly Said[],
  found: readonly Said[],
  { untilMs, collarMs = COLLAR_MS }: { untilMs: number; collarMs?: number },
): DiarisationError {
  const { real, told, counted, same } = compared(reference, found, { untilMs, collarMs });
  let [spoken, missed, falseAlarm, confused] = [0, 0, 0, 0];
  for (let step = 0; step < counted.length; step += 1) {
    if (counted[step] === 0) continue;
    const own = real.filter(({ row }) => row[step] === 1);
    const others = told.filter(({ row }) => row[step] === 1);
    const right = own.filter(({ person }) => others.some((other) => other.person === same.get(person))).length;
    spoken += own.length;
    missed += Math.max(0, own.length - others.length);
    falseAlarm += Math.max(0, others.length - own.length);
    confused += Math.min(own.length, others.length) - right;
  }
  const share = (count: number) => (spoken === 0 ? (count > 0 ? 1 : 0) : count / spoken);
  return {
    total: share(missed + falseAlarm + confused),
    missed: share(missed),
    falseAlarm: share(falseAlarm),
    confused: share(confused),
    spokenMs: spoken * STEP_MS,
  };
}

/** The time in which exactly one person speaks, and the part of it in which exactly that person was found. */
export function rightAlone(
  reference: readonly Said[],
  found: readonly Said[],
  { untilMs, collarMs = COLLAR_MS }: { untilMs: number; collarMs?: number },
): { spokenMs: number; rightMs: number } {
  const { real, told, counted, same } = compared(reference, found, { untilMs, collarMs });
  let [spoken, right] = [0, 0];
  for (let step = 0; step < counted.length; step += 1) {
    const own = real.filter(({ row }) => row[step] === 1);
    const [person] = own;
    if (counted[step] === 0 || own.length !== 1 || !person) continue;
    spoken += 1;
    const others = told.filter(({ row }) => row[step] === 1);
    if (others.length === 1 && others[0]?.person === same.get(person.person)) right += 1;
  }
  return { spokenMs: spoken * STEP_MS, rightMs: right * STEP_MS };
}

function compared(
  reference: readonly Said[],
  found: readonly Said[],
  { untilMs, collarMs }: { untilMs: number; collarMs: number },
) {
  const steps = Math.ceil(untilMs / STEP_MS);
  const counted = new Uint8Array(steps).fill(1);
  for (const { startMs, endMs } of reference)
    for (const border of [startMs, endMs]) fill(counted, { startMs: border - collarMs, endMs: border + collarMs }, 0);
  const real = rowsOf(reference, steps);
  const told = rowsOf(found, steps);
  return { real, told, counted, same: bestMapping(real, told, counted) };
}

type Row = { person: string; row: Uint8Array };

function rowsOf(said: readonly Said[], steps: number): Row[] {
  const rows = new Map<string, Uint8Array>();
  for (const stretch of said) {
    const row = rows.get(stretch.person) ?? new Uint8Array(steps);
    fill(row, stretch, 1);
    rows.set(stretch.person, row);
  }
  return [...rows].map(([person, row]) => ({ person, row }));
}

function fill(row: Uint8Array, { startMs, endMs }: { startMs: number; endMs: number }, value: number): void {
  row.fill(value, Math.max(0, Math.round(startMs / STEP_MS)), Math.max(0, Math.round(endMs / STEP_MS)));
}

/** The name found for each real person, with the most common time in all. Exact: over all subsets of the real people. */
function bestMapping(real: readonly Row[], told: readonly Row[], counted: Uint8Array): Map<string, string> {
  if (real.length > 12) throw new RangeError("too many people to map exactly");
  let best = new Map<number, { common: number; pairs: [number, number][] }>([[0, { common: 0, pairs: [] }]]);
  for (const [found, { row }] of told.entries()) {
    const shared = real.map((other) => commonSteps(other.row, row, counted));
    const next = new Map(best);
    for (const [used, { common, pairs }] of best) {
      for (const [person, steps] of shared.entries()) {
        const bit = 1 << person;
        if ((used & bit) !== 0) continue;
        const before = next.get(used | bit);
        if (before && before.common >= common + steps) continue;
        next.set(used | bit, { common: common + steps, pairs: [...pairs, [person, found]] });
      }
    }
    best = next;
  }
  const winner = [...best.values()].toSorted((one, other) => other.common - one.common)[0];
  return new Map(
    (winner?.pairs ?? []).map(([person, found]) => [real[person]?.person ?? "", told[found]?.person ?? ""]),
  );
}

function commonSteps(one: Uint8Array, other: Uint8Array, counted: Uint8Array): number {
  let steps = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] === 1 && other[at] === 1 && counted[at] === 1) steps += 1;
  return steps;
}
