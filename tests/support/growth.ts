/**
 * Measures how the cost of a function grows with its input, for tests and benches of code that reads strangers' bytes. It counts
 * CPU time of this process, not the clock, so that a busy machine does not change the answer, and takes the best of several
 * rounds, because a round can also hold a garbage collection.
 */
export type Growth = {
  /** By how much the cost is multiplied when the input doubles, averaged over all doublings. Linear is 2, quadratic 4. */
  perDoubling: number;
  /** CPU ms of one run at each size, smallest first. */
  costs: number[];
};

/** A shorter measurement is lost in the clock's own steps. The smallest input is measured for this long times the growth of the inputs. */
const MEASURED_MS_MIN = 2;
const ROUNDS = 5;
const WARM_ROUNDS = 3;
/** Growth up to here needs no second look. Above it the sizes are measured again, and the best of all attempts counts. */
const GROWTH_CLEAR = 2.3;
const ATTEMPTS_MAX = 6;
/**
 * Another process on the same core takes its caches, which costs a large input more than a small one, by about as much at every size. Over
 * more doublings that counts for less, while quadratic code still costs four times as much for each of them. So growth that is neither
 * clearly linear nor clearly quadratic is measured again with one more size, up to this many more.
 */
const GROWTH_QUADRATIC = 3.7;
const MORE_SIZES_MAX = 3;

export async function cpuMs(run: () => unknown, { rounds = ROUNDS, times = 1 } = {}): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best / times;
}

/** Runs `run` on inputs of `from`, 2 × `from`, 4 × `from` … characters or bytes. `make` is not counted. */
export async function measureGrowth<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
  { from, doublings = 3, rounds = ROUNDS }: { from: number; doublings?: number; rounds?: number },
): Promise<Growth> {
  const inputs = [make(from)];
  const addSize = () => inputs.push(make(from * 2 ** inputs.length));
  while (inputs.length <= doublings) addSize();
  const [smallest = make(from)] = inputs;
  // The engine compiles what is hot, and cold code would make the measurements of compiled code too short.
  for (let round = 0; round < WARM_ROUNDS; round += 1) for (const input of inputs) await run(input);
  let times = 1;
  while ((await cpuMs(() => run(smallest), { rounds: 1, times })) * times < MEASURED_MS_MIN) times *= 2;
  const costs: number[] = [];
  let perDoubling = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS_MAX && perDoubling > GROWTH_CLEAR; attempt += 1) {
    const isUnclear = perDoubling < GROWTH_QUADRATIC;
    if (isUnclear && inputs.length <= doublings + MORE_SIZES_MAX) addSize();
    // The sizes in turn, so that whatever else the machine does meets all of them.
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, input] of inputs.entries()) {
        // Smaller inputs run more often, so that every measurement takes about as long: a busy machine interrupts long ones more.
        const once = await cpuMs(() => run(input), { rounds: 1, times: times * 2 ** (inputs.length - 1 - index) });
        costs[index] = Math.min(costs[index] ?? Number.POSITIVE_INFINITY, once);
      }
    }
    const [first = 0, last = 0] = [costs[0], costs.at(-1)];
    perDoubling = (last / first) ** (1 / (inputs.length - 1));
  }
  return { perDoubling, costs };
}
