import { expect, test } from "vitest";
import { ALL, CHECK, planFor } from "../plan.mjs";

const stepsOf = (stages: typeof ALL) => stages.flatMap(({ steps }) => steps);
const namesOf = (stages: typeof ALL) => stepsOf(stages).map(({ name }) => name);
const argsOf = (stages: typeof ALL, name: string) =>
  stepsOf(stages)
    .find((step) => step.name === name)
    ?.args.join(" ") ?? "";

test("every check is part of the whole run", () => {
  expect(namesOf(ALL)).toEqual(expect.arrayContaining(namesOf(CHECK)));
});

test("the real call runs beside nothing but steps that give way to it", () => {
  const stages = ALL.filter((each) => namesOf([each]).includes("real call tests"));
  const beside = stepsOf(stages).filter(({ name }) => name !== "real call tests");
  expect(stages.map(({ lanes }) => lanes)).toEqual([4]);
  expect(beside.map(({ niceness }) => niceness)).toEqual([19, 19, 19, 19]);
});

test("the recorder runs beside nothing but steps that give way to it", () => {
  const stage = ALL.filter((each) => namesOf([each]).includes("recorder tests"));
  const beside = stepsOf(stage).filter(({ name }) => name !== "recorder tests");
  expect(beside.length).toBeGreaterThan(0);
  expect(beside.filter(({ niceness = 0 }) => niceness === 0)).toEqual([]);
});

test("no step runs twice", () => {
  expect(namesOf(ALL)).toHaveLength(new Set(namesOf(ALL)).size);
});

test.each([
  ["README.md", ["format"]],
  ["tests/unit/ids.test.ts", ["format", "lint", "types", "unit tests"]],
  ["tests/codecs/speech/decode.test.ts", ["format", "lint", "types", "codec tests"]],
  ["tests/worker/sweep.test.ts", ["format", "lint", "types", "build", "worker tests"]],
  ["tests/e2e/search.spec.ts", ["format", "lint", "types", "build", "browser tests"]],
  ["tests/e2e/call-story.spec.ts", ["format", "lint", "types", "build", "real call tests"]],
  ["tests/e2e/record-here-tab.spec.ts", ["format", "lint", "types", "build", "real call tests"]],
  ["tests/e2e/record-here.spec.ts", ["format", "lint", "types", "build", "microphone tests"]],
  ["tests/e2e/record-here-kept.spec.ts", ["format", "lint", "types", "build", "microphone tests"]],
  ["tests/e2e/firefox.spec.ts", ["format", "lint", "types", "build", "Firefox test"]],
  ["wrangler.toml", ["format", "build", "unit tests", "worker tests", "route tests"]],
  ["docs/operations.md", ["format", "unit tests"]],
  ["app/ui/button.tsx", ["format", "lint", "types", "build", "related tests", "route tests"]],
  ["app/domain/ids.ts", ["format", "lint", "types", "build", "related tests", "worker tests", "route tests"]],
  ["tests/support/make-user.ts", ["format", "lint", "types", "build", "related tests", "worker tests", "route tests"]],
  ["workers/meeting/view.ts", ["format", "lint", "types", "build", "related tests", "worker tests", "route tests"]],
  ["workers/recorder/src/bot.ts", ["format", "lint", "types", "related tests", "meeting page tests", "recorder tests"]],
])("a change of %s needs %j", (given, names) => {
  expect(namesOf(planFor(given))).toEqual(names);
});

test("a test file is run alone; what several of a suite share runs the suite", () => {
  expect(argsOf(planFor("tests/worker/sweep.test.ts"), "worker tests")).toMatch(/ tests\/worker\/sweep\.test\.ts$/u);
  expect(argsOf(planFor("tests/recorder/stage/janus.ts"), "recorder tests")).toBe(argsOf(ALL, "recorder tests"));
  expect(argsOf(planFor("./tests/unit/media/"), "unit tests")).toMatch(/ tests\/unit\/media$/u);
});
