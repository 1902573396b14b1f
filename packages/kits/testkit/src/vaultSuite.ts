import type { KeyManagement } from "countersign"
import { registerSuite, type SuiteOptions } from "./suite.ts"
import { faults } from "./vault/faults.ts"
import { keys } from "./vault/keys.ts"
import { nodes } from "./vault/nodes.ts"
import { rotations } from "./vault/rotations.ts"

/** A fault of the service, for every call until the next one. `silent`: it accepts calls and never answers. */
export type VaultFault = "none" | "down" | "throttled" | "silent"

/** A key management service for one test. */
export interface VaultScene {
  readonly kms: KeyManagement
  /** The same service with another current key, as after a rotation. It still has the key of `kms`, and `kms` has its key. */
  readonly rotated: KeyManagement
  /** A service, an account or a token without the key of `kms`. */
  readonly foreign: KeyManagement
  /** Makes the service fail. Absent for a service that a test cannot make fail, such as a module in the process. */
  readonly fault?: (fault: VaultFault) => Promise<void> | void
  readonly close?: () => Promise<void>
}

/** A test of one requirement of the port. */
export interface VaultStory {
  readonly name: string
  readonly run: (scene: VaultScene) => Promise<void>
}

export interface VaultSuiteOptions extends SuiteOptions {
  /** Returns the service. Called once per test. */
  readonly make: () => Promise<VaultScene>
  /** Whether `make` returns a `fault`. Default: `true`. Without it, the tests of faults are not registered. */
  readonly canFail?: boolean
}

/** Registers the conformance suite of a {@link KeyManagement}, the port behind the option `vault`. */
export const vaultSuite = (options: VaultSuiteOptions): void => {
  const { canFail = true, make } = options
  const run = async (story: VaultStory) => {
    const scene = await make()
    try {
      if (canFail && scene.fault === undefined)
        throw new Error("make returned no fault. Return one, or set canFail to false")
      await story.run(scene)
    } finally {
      await scene.close?.()
    }
  }
  const chapters = [keys, rotations, nodes, ...(canFail ? [faults] : [])]
  registerSuite(
    options,
    { contract: "KeyManagement port", reports: "service", line: (passed) => passed },
    chapters,
    run
  )
}
