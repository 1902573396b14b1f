import { invariantsOfAuthority } from "./authority.ts"
import { type Invariant, invariantsOfSessions } from "./invariants.ts"
import { invariantsOfRecovery } from "./recovery.ts"

/** The invariants that are checked at every step of every scene, named as in the design, or as the threat. */
export const invariants = Object.entries({
  ...invariantsOfSessions,
  ...invariantsOfRecovery,
  ...invariantsOfAuthority
}).map(([name, each]): Invariant => ({ name, ...each }))
