import { clientKey, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { quoteOf } from "@countersign/harness/payments"
import { BECAUSE, challenged, guardianStart, operatorStart, startByCode } from "@countersign/harness/recovery/kit"
import { type Answer, callers, keyPair, sealed } from "@countersign/harness/world"
import { openWalletExport, parsePublicKey } from "@countersign/wire"
import * as Recovery from "./recovery.ts"
import { call, first, pick, type Real, requireEnding, type Step, step } from "./steps.ts"
import type { Wallet } from "./Wallet.ts"

export const startByOperator = step("startByOperator", async (model, real) => {
  const answer = await operatorStart(real.world, real.accountId)
  if (!requireEnding(real, "start by operator", answer, Recovery.starting(model, "OPERATOR"))) return
  real.recoveries.push(answer.body.id)
  Recovery.start(model, "OPERATOR")
})

export const addGuardian = step("addGuardian", async (model, real) => {
  const authenticator = makeAuthenticator(RP)
  const body = passkeyAddition(real.accountId, authenticator)
  const leg = { method: "POST", path: "/auth/guardians", body, added: { authenticator } }
  await first(model, real, { what: "guard" }, leg)
})

/** The assertion of a guardian starts at most one recovery. */
export const startByGuardian = (choice: number): Step =>
  step(`startByGuardian(${choice})`, async (model, real) => {
    const guardian = real.guardians[pick(choice, real.guardians.length)]
    if (guardian?.authenticator === undefined) return
    const { start } = await guardianStart(real.world, callers.a, guardian.id, guardian.authenticator)
    const answer = await start()
    if (!requireEnding(real, "start by guardian", answer, Recovery.starting(model, "GUARDIAN"))) return
    real.recoveries.push(answer.body.id)
    Recovery.start(model, "GUARDIAN")
    requireEnding(real, "start by used assertion", await start(), [401])
  })

export const cancelByOperator = (choice: number): Step =>
  step(`cancelByOperator(${choice})`, async (model, real) => {
    const at = pickRecovery(real, choice)
    if (at === undefined) return
    const path = `/operator/recoveries/${real.recoveries[at]}/cancel`
    const answer = await real.world.call(callers.support, "POST", path, { body: BECAUSE })
    if (requireEnding(real, "cancel by operator", answer, Recovery.cancelling(model, at))) Recovery.cancel(model, at)
  })

export const cancel = (choice: number): Step =>
  step(`cancel(${choice})`, async (model, real) => {
    const recovery = pickRecovery(real, choice)
    if (recovery === undefined) return
    const leg = { method: "DELETE", path: `/auth/recoveries/${real.recoveries[recovery]}` }
    await first(model, real, { what: "cancel", recovery }, leg)
  })

/** Two of three are the newest recovery. */
const pickRecovery = ({ recoveries }: Real, choice: number) => {
  if (recoveries.length === 0) return undefined
  return choice % 3 === 1 ? pick(choice, recoveries.length) : recoveries.length - 1
}

export const makeCodes = step("makeCodes", async (model, real) => {
  const client = clientKey()
  const body = { accountId: real.accountId, clientPublicKey: client.hex }
  const codes = async ({ body: made }: Answer) => {
    const text = await openWalletExport({
      text: made.encryptedRecoveryCodes,
      trustedSigner: parsePublicKey(real.world.countersign.bundleSigner),
      organizationId: real.accountId,
      recipientPrivateKey: client.privateKey
    })
    return text.split("\n")
  }
  await first(model, real, { what: "codes" }, { method: "POST", path: "/auth/recovery-codes", body, codes })
})

/** Starts a recovery by a saved code and proves a code: two of three are one that works, if there is one. */
export const recoverByCode = (choice: number): Step =>
  step(`recoverByCode(${choice})`, async (model, real) => {
    const answer = await startByCode(real.world, callers.a, real.accountId)
    if (!requireEnding(real, "start by code", answer, Recovery.starting(model, "SAVED_CODE"))) return
    real.recoveries.push(answer.body.id)
    const recovery = Recovery.start(model, "SAVED_CODE")
    const works = [...model.codes.left]
    const code = choice % 3 === 1 ? pick(choice, real.codes.length) : works[pick(choice, works.length)]
    await prove(model, real, answer, { recovery, code })
  })

/** Has the code of the newest recovery by a guardian or an operator mailed, and proves it. */
export const recoverByMail = step("recoverByMail", async (model, real) => {
  const recovery = model.recoveries.findLastIndex(({ method }) => method !== "SAVED_CODE")
  const own = model.recoveries[recovery]
  if (own === undefined) return
  const answer = await challenged(real.world, callers.a, real.recoveries[recovery] ?? "")
  if (!requireEnding(real, "mail", answer, Recovery.readied(model, recovery))) return
  own.proven = undefined
  own.proven = await prove(model, real, answer, { recovery, code: undefined })
})

/** The first leg of a completion, which binds a new passkey. */
const prove = async (
  model: Wallet,
  real: Real,
  { body: { id, otpEncryptionTargetBundle } }: Answer,
  proof: { readonly recovery: number; readonly code: number | undefined }
) => {
  const keys = keyPair()
  const authenticator = makeAuthenticator(RP)
  const digits = proof.code === undefined ? "000000" : (real.codes[proof.code] ?? "")
  const body = {
    encryptedOtpBundle: await sealed(real.world, otpEncryptionTargetBundle, digits, keys.publicKey),
    credential: passkeyAddition(real.accountId, authenticator)
  }
  const path = `/auth/recoveries/${id}/complete`
  return first(
    model,
    real,
    { what: "complete", ...proof },
    { method: "POST", path, body, keys, added: { authenticator } }
  )
}

export const exportWallet = step("exportWallet", async (model, real) => {
  const body = { clientPublicKey: clientKey().hex }
  const path = `/internal-accounts/${real.accountId}/export`
  await first(model, real, { what: "export" }, { method: "POST", path, body })
})

/** A payment out of the wallet begins with a quote. */
export const quote = step("quote", async (model, real) => {
  const answer = await call(real, "POST", "/quotes", quoteOf(real.accountId, real.friend, 5))
  requireEnding(real, "quote", answer, Recovery.standing(model))
})

/** Waits until the next times at which a recovery or its hold changes, or ends `early` milliseconds before one. */
export const wait = (choice: number, early: number): Step =>
  step(`wait(${choice}, ${early})`, async (model, real) => {
    const ahead = Recovery.boundaries(model)
    const until = ahead[pick(choice, ahead.length)]
    if (until === undefined || until - early <= model.now) return
    const millis = until - early - model.now
    await real.pass(millis)
    model.now += millis
  })
