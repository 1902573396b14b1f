/** The environment variable with the file, as an absolute path, that a test run reads edited. */
export const fileVariable = "COUNTERSIGN_SABOTAGE_FILE"

/** The path of its edited TypeScript, for tests that run on the sources. */
export const sourceVariable = "COUNTERSIGN_SABOTAGE_SOURCE"

/** The path of the same file compiled, for processes that a test starts on `dist`. */
export const compiledVariable = "COUNTERSIGN_SABOTAGE_COMPILED"
