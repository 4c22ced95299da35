import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { runProgram } from "../run-program.mjs";
import RunningTest, { runningFile } from "../running-test.mjs";

const LONG = { silentMs: 60_000, programMs: 60_000, lookMs: 20 };

function play(script: string, limits = LONG) {
  return runProgram({ program: process.execPath, args: ["-e", script], cwd: ".", env: process.env }, limits);
}

async function hasEnded(pid: number): Promise<boolean> {
  for (let looks = 0; looks < 200; looks += 1) {
    try {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      // Its exit code was not asked for yet.
      if (stat.includes(") Z ")) return true;
    } catch {
      return true;
    }
    await wait(50);
  }
  return false;
}

test("a program that ends has its code and all that it wrote", async () => {
  const ended = await play(`console.log("out"); console.error("err"); process.exitCode = 3;`);
  expect(ended).toMatchObject({ code: 3, stuck: null });
  expect(ended.text.split("\n").toSorted()).toEqual(["err", "out"]);
  expect(await runProgram({ program: "./no-such-program", args: [], cwd: ".", env: {} }, LONG)).toMatchObject({
    code: 1,
    stuck: null,
  });
});

test.runIf(process.platform === "linux")(
  "a silent program is ended with a child of another group that keeps its pipes open",
  async () => {
    const child = `setInterval(() => {}, 1000)`;
    const ended = await play(
      `const { spawn } = require("node:child_process");
       const child = spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { detached: true, stdio: "inherit" });
       console.log(process.pid, child.pid);
       setInterval(() => {}, 1000);`,
      // Long enough for two processes to start on a busy machine.
      { ...LONG, silentMs: 4_200 },
    );
    expect(ended).toMatchObject({ code: null, stuck: "it wrote nothing for 0.07 minutes" });
    const pids = (ended.text.split("\n")[0] ?? "").split(" ").map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      // The table tells what each was, and the time that it had computed.
      expect(ended.text).toMatch(new RegExp(`^\\s*${pid} .*\\d\\d:\\d\\d:\\d\\d .*setInterval`, "mu"));
      expect(await hasEnded(pid)).toBe(true);
    }
  },
);

test("a program that writes for ever is ended by its limit", async () => {
  const ended = await play(`setInterval(() => console.log("on"), 20)`, { ...LONG, silentMs: 30_000, programMs: 900 });
  expect(ended).toMatchObject({ code: null, stuck: "it did not end within 0.015 minutes" });
});

test("the test in progress is kept in a file beside the suite's report", async () => {
  const file = runningFile("a-suite-of-this-test");
  try {
    const reporter = new RunningTest();
    reporter.onInit({ config: { outputFile: { json: "test-results/a-suite-of-this-test.json" } } });
    const module = { relativeModuleId: "tests/unit/a.test.ts" };
    reporter.onTestModuleStart(module);
    expect(await readFile(file, "utf8")).toBe("tests/unit/a.test.ts");
    reporter.onTestCaseReady({ module, fullName: "group > it holds" });
    expect(await readFile(file, "utf8")).toBe("tests/unit/a.test.ts > group > it holds");
    reporter.onTestModuleEnd(module);
    expect(await readFile(file, "utf8")).toBe("after tests/unit/a.test.ts");
  } finally {
    rmSync(file, { force: true });
  }
});
