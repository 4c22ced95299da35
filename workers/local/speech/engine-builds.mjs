// Whether a build of sherpa-onnx-node exists for a machine, said in one sentence before anybody uploads anything.
import process from "node:process";

const BUILDS = new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-ia32"]);
/** Its Linux builds need this version of glibc. */
const GLIBC_MIN = [2, 32];
const INSTEAD =
  "To transcribe sound, set SPEECH_ENGINE=openai and SPEECH_BASE_URL to a server that speaks OpenAI's API for transcriptions (docs/configuration.md).";

/**
 * Null where there is a build. `glibc`: its version; undefined where Linux has another C library.
 * @param {{ platform: string, arch: string, glibc: string | undefined }} machine
 * @returns {string | null}
 */
export function missingBuild({ platform, arch, glibc }) {
  const name = { win32: "Windows", darwin: "macOS", linux: "Linux" }[platform] ?? platform;
  if (!BUILDS.has(`${platform}-${arch}`))
    return `The local speech engine has no build for ${name} on ${arch}. ${INSTEAD}`;
  if (platform !== "linux") return null;
  if (glibc === undefined) return `The local speech engine has no build for Linux with musl. ${INSTEAD}`;
  const [major = 0, minor = 0] = glibc.split(".").map(Number);
  const isOld = major < (GLIBC_MIN[0] ?? 0) || (major === GLIBC_MIN[0] && minor < (GLIBC_MIN[1] ?? 0));
  return isOld
    ? `The local speech engine needs glibc ${GLIBC_MIN.join(".")} or later, and this machine has ${glibc}. ${INSTEAD}`
    : null;
}

/** @returns {Parameters<typeof missingBuild>[0]} */
export function thisMachine() {
  const { platform, arch } = process;
  if (platform !== "linux") return { platform, arch, glibc: undefined };
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = process.report.getReport();
  return { platform, arch, glibc: report.header?.glibcVersionRuntime };
}
