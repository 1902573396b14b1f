import { invariantsOfAuthority } from "./authority.ts"
import { type Invariant, invariantsOfSessions } from "./invariants.ts"
import { invariantsOfRecovery } from "./recovery.ts"

export type { Invariant } from "./invariants.ts"

/** The invariants that are checked at every step of every scene, named as in the design, or as the threat. */
export const invariants: ReadonlyArray<Invariant> = [
  ...invariantsOfSessions,
  ...invariantsOfRecovery,
  ...invariantsOfAuthority
]
