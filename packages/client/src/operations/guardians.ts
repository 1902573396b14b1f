import { absent, id, list, object } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import {
  type Guardian,
  type GuardianRecovery,
  isGuardian,
  isGuardianChallenge,
  isGuardianRecovery
} from "../answers/recovery.ts"
import { assert } from "../webauthn/assert.ts"
import { labelled } from "./addCredential.ts"
import type { Parts } from "./Parts.ts"
import { newPasskey, type RegisterOptions } from "./passkeys.ts"
import { ofAccount, ofOneCase, segment } from "./path.ts"
import type { SignedBy } from "./signing.ts"

/** Throws as `Passkeys` does, because a guardian is a passkey. */
export interface Guardians {
  /** Returns the guardians of a wallet. */
  readonly list: (accountId: string) => Promise<ReadonlyArray<Guardian>>
  /** Creates the passkey of a guardian. Pass an authenticator of the guardian. `signer` is a session of the account. */
  readonly add: (options: RegisterOptions & SignedBy) => Promise<Guardian>
  /** Removes a guardian, signed by a session. */
  readonly remove: (guardianId: string, options: SignedBy) => Promise<void>
  /**
   * Starts a recovery with the guardian's passkey. It opens no session. Returns the id of the recovery, to call
   * `recovery.challenge` with once it is ready.
   */
  readonly startRecovery: (guardianId: string, options?: { readonly rpId?: string }) => Promise<GuardianRecovery>
}

export const guardiansOn = ({ authenticators, credentials, perform, send }: Parts): Guardians => ({
  list: async (accountId) =>
    readAs(await send({ method: "GET", path: ofAccount("/auth/guardians", accountId) }), isGuardians, "a list").data,
  add: async ({ confirm, signer, ...options }) => {
    const body = await newPasskey({ authenticators, credentials }, options)
    const passkey = body.attestation.credentialId
    const addGuardian = { guardianId: id("Guardian"), nickname: labelled(body.nickname), passkey }
    const means = () => [{ accountId: ofOneCase(body.accountId), values: { addGuardian } }]
    const call = { method: "POST", path: "/auth/guardians", body, signer, confirm }
    return readAs(await perform({ ...call, means }), isGuardian, "a Guardian")
  },
  remove: async (guardianId, { confirm, signer }) => {
    const means = () => [{ values: { removeGuardian: { guardianId: ofOneCase(guardianId) } } }]
    readAs(await perform({ method: "DELETE", path: pathOf(guardianId), signer, confirm, means }), absent, "empty")
  },
  startRecovery: async (guardianId, { rpId } = {}) => {
    const issued = await send({ method: "POST", path: `${pathOf(guardianId)}/challenge` })
    const challenge = readAs(issued, isGuardianChallenge, "a GuardianChallenge")
    const body = JSON.stringify({ assertion: await assert({ ...challenge, authenticators, rpId }) })
    const headers = { "Request-Id": challenge.requestId }
    const path = `${pathOf(guardianId)}/start-recovery`
    return readAs(await send({ method: "POST", path, body, headers }), isGuardianRecovery, "a Recovery")
  }
})

const pathOf = (guardianId: string) => `/auth/guardians/${segment(guardianId, "guardianId")}`

const isGuardians = object({ data: list(isGuardian) })
