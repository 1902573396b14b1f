import { Effect, Result } from "effect"
import { noChanges } from "../../../store/plans.ts"
import { type Credential, initial } from "../rules/Credential.ts"
import type { KindReads, Registered, Registration } from "./Kind.ts"

export const credentialOf = (
  type: string,
  { accountId, at, credentialId, identity, material, nickname }: Registration
): Credential =>
  initial({
    credentialId,
    accountId,
    type,
    nickname,
    material,
    uniqueKey: identity,
    createdAt: at,
    updatedAt: at
  })

/** Defaults for kinds whose credentials have no additional records and are proved in one call. */
export const withDefaults = (type: string) => ({
  register: (registration: Registration): Effect.Effect<Registered> =>
    Effect.succeed({ credential: credentialOf(type, registration), companions: [] }),
  isNamedByUser: false,
  secret: () => undefined,
  retire: () => [],
  reads: (): KindReads => ({ otp: undefined, mail: undefined }),
  isLocked: () => false,
  mayLock: () => false,
  finish: () => Result.succeed(noChanges)
})
