import { addPasskey, passkeyAddition, passkeySession } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { BECAUSE, codesOf, completing, guardianStart, startByCode } from "@countersign/harness/recovery/kit"
import { type Backend, nowhere } from "./Caller.ts"
import { RP } from "./cast.ts"
import type { Party } from "./Simulation.ts"

const SITE = { rpId: RP.id, origin: RP.origin }
const HOUR = 3_600_000
const CONFIRMED = 72 * HOUR + 60_000
const ALL = {
  savedCodes: { enabled: true },
  guardians: { enabled: true, delaySeconds: 3600 },
  operators: { enabled: true, delaySeconds: 86_400 }
}

/** People who lose every device, and those who help them: in production, where each step waits for days. */
export const heirs = (backend: Backend): Party["acts"] => {
  const { call, certain, codeTo, login, own, settle, sign, sure, tokenTo, until, wait, wallet } = backend
  const guardian = (accountId: string) => {
    const authenticator = makeAuthenticator(SITE)
    return { authenticator, body: passkeyAddition(accountId, authenticator) }
  }
  const finished = async (recovery: Parameters<typeof completing>[2], code: string) => {
    const passkey = passkeyAddition(recovery.accountId, makeAuthenticator(SITE))
    const { first, second } = await completing(certain, own, recovery, code, passkey)
    if (first.status === 202) await second()
  }
  /** A wallet with a passkey that time has confirmed, and one that its session, or one by mail, has added since. */
  const olderAndNewer = async (isOfOlder: boolean) => {
    const { accountId, credentialId, email, keys } = await wallet()
    const one = await addPasskey(certain, own, accountId, keys, SITE)
    await wait(CONFIRMED)
    const session = await passkeySession(certain, own, one.credentialId, one.authenticator)
    const by = isOfOlder ? session : await login(credentialId, email)
    return { accountId, one, session, other: await addPasskey(certain, own, accountId, by.keys, SITE) }
  }
  return {
    "is recovered by a guardian": async () => {
      await settle({ recovery: ALL })
      const { accountId, email, keys } = await wallet()
      const { authenticator, body } = guardian(accountId)
      const added = await sign(keys, "POST", "/auth/guardians", body)
      await sign(keys, "POST", "/auth/guardians", body)
      const path = `/auth/guardians/${added.body.id}`
      await call("POST", `${path}/challenge`)
      const spare = await sign(keys, "POST", "/auth/guardians", guardian(accountId).body)
      await sign(keys, "DELETE", `/auth/guardians/${spare.body.id}`)
      await wait(CONFIRMED)
      const begun = await (await guardianStart(certain, own, String(added.body.id), authenticator)).start()
      const one = `/auth/recoveries/${begun.body.id}`
      await call("POST", `${one}/challenge`)
      await call("POST", "/auth/credentials", { type: "EMAIL_OTP", accountId })
      await call("GET", one)
      await call("POST", `/operator/accounts/${accountId}/start-recovery`, BECAUSE)
      await wait(HOUR + 60_000)
      const code = codeTo(email)
      const mailed = await sure("POST", `${one}/challenge`)
      await finished(mailed, await code)
      await call("POST", `${one}/challenge`)
    },
    "is recovered by a saved code": async () => {
      await settle({ recovery: ALL })
      const { accountId, keys } = await wallet()
      await startByCode(backend.world, own, accountId)
      const { codes } = await codesOf(certain, own, accountId, keys)
      await startByCode(backend.world, own, accountId)
      await wait(CONFIRMED)
      const { body: begun } = await startByCode(certain, own, accountId)
      await call("POST", `/auth/recoveries/${begun.id}/challenge`)
      await completing(backend.world, own, begun, "AAAAAAAAAAAAA", guardian(accountId).body)
      await finished(begun, codes[0] ?? "")
    },
    "cancels a recovery of support": async () => {
      await settle({ recovery: ALL })
      const { accountId, email, keys } = await wallet()
      const start = () => call("POST", `/operator/accounts/${accountId}/start-recovery`, BECAUSE)
      const { body } = await start()
      await start()
      const cancelToken = await until(() => tokenTo(email, "cancelToken"))
      await call("POST", `/auth/recoveries/${body.id}/cancel`, { cancelToken })
      await settle({ recovery: { savedCodes: { enabled: true } } })
      await call("POST", `/auth/recoveries/${body.id}/cancel`, { cancelToken: "wrong" })
      await sign(keys, "DELETE", `/auth/recoveries/${body.id}`)
      await call("POST", `/operator/recoveries/${body.id}/cancel`, BECAUSE)
      await call("GET", `/auth/recoveries/${nowhere("Recovery")}`)
    },
    "has a recovery that is ready, and cancels it or forgets it": async (random) => {
      await settle({ recovery: ALL })
      const { accountId, credentialId, email } = await wallet()
      const { body } = await call("POST", `/operator/accounts/${accountId}/start-recovery`, BECAUSE)
      if (random.oneIn(2)) {
        await wait(25 * HOUR)
        await sign((await login(credentialId, email)).keys, "DELETE", `/auth/recoveries/${body.id}`)
      } else {
        await wait(Date.parse(body.expiresAt) - Date.parse(body.createdAt) - 10_000)
        for (let nth = 0; nth < 10; nth += 1) await wait(2000).then(() => call("GET", `/auth/recoveries/${body.id}`))
      }
    },
    "confirms a passkey by an older one": async () => {
      const { accountId, other, session } = await olderAndNewer(false)
      await passkeySession(certain, own, other.credentialId, other.authenticator)
      await sign(session.keys, "POST", `/auth/credentials/${other.credentialId}/confirm`)
      await call("GET", `/auth/credentials?accountId=${accountId}`)
    },
    "proves a passkey that a newer one removed": async () => {
      const { one, other } = await olderAndNewer(true)
      const by = await passkeySession(certain, own, other.credentialId, other.authenticator)
      await sign(by.keys, "DELETE", `/auth/credentials/${one.credentialId}`)
      await passkeySession(certain, own, one.credentialId, one.authenticator)
    },
    "finds recovery turned off": async () => {
      const { accountId } = await wallet()
      await settle({ recovery: null })
      await call("POST", `/operator/accounts/${accountId}/start-recovery`, BECAUSE)
    },
    "has too many guardians": async () => {
      await settle({ recovery: ALL })
      const { accountId, keys } = await wallet()
      for (let nth = 0; nth < 6; nth += 1) await sign(keys, "POST", "/auth/guardians", guardian(accountId).body)
    },
    "confirms passkeys": async () => {
      const { accountId, keys } = await wallet()
      const one = await addPasskey(certain, own, accountId, keys, SITE)
      const by = await passkeySession(certain, own, one.credentialId, one.authenticator)
      await sign(keys, "POST", `/auth/credentials/${one.credentialId}/confirm`)
      const other = await addPasskey(certain, own, accountId, by.keys, SITE)
      await sign(keys, "POST", `/auth/credentials/${other.credentialId}/confirm`)
    }
  }
}
