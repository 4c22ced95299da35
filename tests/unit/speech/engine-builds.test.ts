import { expect, test } from "vitest";
import { missingBuild, thisMachine } from "#workers/local/speech/engine-builds.mjs";
import { localSpeechChild } from "#workers/local/speech/speech-child.mjs";

test.each([
  ["Windows on ARM", { platform: "win32", arch: "arm64", glibc: undefined }, "no build for Windows on arm64"],
  ["musl", { platform: "linux", arch: "x64", glibc: undefined }, "no build for Linux with musl"],
  [
    "an old glibc",
    { platform: "linux", arch: "x64", glibc: "2.31" },
    "needs glibc 2.32 or later, and this machine has 2.31",
  ],
] as const)(
  "the start says for %s that the engine does not run there, and the way without it",
  (_name, machine, says) => {
    const said = missingBuild(machine) ?? "";
    expect(said).toContain(says);
    expect(said).toContain("SPEECH_ENGINE=openai");
    expect(localSpeechChild({ env: {}, root: "/nowhere", port: 1, machine })?.says).toBe(said);
  },
);

test.each([
  { platform: "linux", arch: "x64", glibc: "2.32" },
  { platform: "linux", arch: "arm64", glibc: "3.0" },
  { platform: "darwin", arch: "arm64", glibc: undefined },
  { platform: "win32", arch: "x64", glibc: undefined },
  thisMachine(),
])("a machine with a build is told nothing: $platform $arch $glibc", (machine) => {
  expect(missingBuild(machine)).toBeNull();
});
