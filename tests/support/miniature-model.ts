import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * whisper.cpp's own miniature test model, which knows no words: an engine loads it and runs all of its code with it. It is not
 * part of this project; null if the folder beside the project that has it is missing.
 */
const path = fileURLToPath(new URL("../../../shared/models/for-tests-ggml-tiny.bin", import.meta.url));
export const miniatureModel = existsSync(path) ? path : null;
/** Reason for a test that is skipped without the model. */
export const NO_MINIATURE = "needs ../shared/models/for-tests-ggml-tiny.bin beside the project";
