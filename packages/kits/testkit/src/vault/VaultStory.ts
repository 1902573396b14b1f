import type { KeyManagement } from "countersign"

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
