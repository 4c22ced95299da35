// A reporter of vitest that keeps the test in progress in a file beside the suite's report: of a run that is ended it is all that is known.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Parts of vitest's own objects. @typedef {{ relativeModuleId: string }} Module */

/** @param {string} suite @returns {string} the file, relative to the root */
export function runningFile(suite) {
  return path.join("test-results", `${suite}.running`);
}

export default class RunningTest {
  file = "";

  /** @param {{ config: { outputFile?: string | Record<string, string> | undefined } }} vitest */
  onInit({ config }) {
    const { outputFile } = config;
    const report = typeof outputFile === "object" ? outputFile.json : undefined;
    if (report === undefined) return;
    this.file = runningFile(path.basename(report, ".json"));
    mkdirSync(path.dirname(this.file), { recursive: true });
  }

  /** @param {Module} module */
  onTestModuleStart(module) {
    this.keep(module.relativeModuleId);
  }

  /** @param {{ module: Module, fullName: string }} test */
  onTestCaseReady(test) {
    this.keep(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  /** @param {Module} module */
  onTestModuleEnd(module) {
    this.keep(`after ${module.relativeModuleId}`);
  }

  /** @param {string} text */
  keep(text) {
    if (this.file !== "") writeFileSync(this.file, text);
  }
}
