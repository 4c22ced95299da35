import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * whisper.cpp's own miniature test model, which knows no words: an engine loads it and runs its whole path on it. It does not
 * stand in this project; null where the folder beside it that holds it is missing.
 */
const path = fileURLToPath(new URL("../../../shared/models/for-tests-ggml-tiny.bin", import.meta.url));
export const miniatureModel = existsSync(path) ? path : null;
/** Said where a test is left out for want of it. */
export const NO_MINIATURE = "needs ../shared/models/for-tests-ggml-tiny.bin beside the project";
