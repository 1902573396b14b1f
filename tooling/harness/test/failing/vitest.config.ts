import { mergeConfig } from "vitest/config"
import base from "../../../../vitest.config.ts"

const root = new URL(".", import.meta.url).pathname

/**
 * A run of one test that fails, with the setup and the reporters of every run. A loaded machine starts the database later
 * than a hook may end by default.
 */
export default mergeConfig(
  { ...base, test: { ...base.test, projects: undefined } },
  { root, test: { root, include: ["fails.ts"], hookTimeout: 300_000 } }
)
