import { onScene, registerSuite, type SuiteOptions } from "./suite.ts"
import { faults } from "./vault/faults.ts"
import { keys } from "./vault/keys.ts"
import { nodes } from "./vault/nodes.ts"
import { rotations } from "./vault/rotations.ts"
import type { VaultScene } from "./vault/VaultStory.ts"

export interface VaultSuiteOptions extends SuiteOptions {
  /** Returns the service. Called once per test. */
  readonly make: () => Promise<VaultScene>
  /** Whether `make` returns a `fault`. Default: `true`. Without it, the tests of faults are not registered. */
  readonly canFail?: boolean
}

/** Registers the conformance suite of a `KeyManagement`, the port behind the option `vault`. */
export const vaultSuite = (options: VaultSuiteOptions): void => {
  const { canFail = true, make } = options
  const chapters = [keys, rotations, nodes, ...(canFail ? [faults] : [])]
  registerSuite(
    options,
    { contract: "KeyManagement port", reports: "service", line: (passed) => passed },
    chapters,
    onScene({ canFail, make })
  )
}
