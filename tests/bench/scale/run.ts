import { modelOf, MONDAY } from "#tests/bench/scale/model.ts";

// Prints the model of a million people on a Monday at nine: `npx vite-node tests/bench/scale/run.ts`.
const { peakTripsASecond, day, limits } = modelOf(MONDAY);
const { people, openPages, calls } = MONDAY;
const whole = (value: number) => Math.round(value).toLocaleString("en");
const lines = [
  `${whole(people)} people, ${whole(openPages.peak)} open pages, ${whole(calls.minute)} calls at nine`,
  `D1 at nine: ${whole(peakTripsASecond)} requests/s`,
  ...Object.entries(day).map(([name, value]) => `a day: ${whole(value)} ${name}`),
  ...limits.map(({ part, use, breaksAt }) => `${use.toFixed(2)} of ${part}; breaks at ${breaksAt}`),
];
process.stdout.write(`${lines.join("\n")}\n`);
