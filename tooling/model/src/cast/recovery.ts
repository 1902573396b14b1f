import {
  cancelRecovery,
  completeRecovery,
  customers,
  EmailOtp,
  exportWallet,
  operatorCancelRecovery,
  operatorStartRecovery,
  platformSettings,
  Recoveries,
  savedCodes
} from "@countersign/core/internal"
import { encodeHex, uncompressedBytes } from "@countersign/wire"
import { Effect } from "effect"
import { invariantsOfRecovery } from "../invariants/recovery.ts"
import { CODE, keys, LATE, START } from "./cast.ts"
import { BECAUSE, DONE, login, type Operation, refresh, remove, replyOf } from "./operations.ts"
import { account, credentialRows, ids, rowOf, sessionRows } from "./records.ts"
import type { Scene } from "./Scene.ts"

const customer = (name: "KA" | "KB") =>
  rowOf(customers, {
    customerId: ids[name],
    customerType: "INDIVIDUAL",
    platformCustomerId: name,
    reference: name,
    umaAddress: `$${name.toLowerCase()}@wallet.example`,
    email: `${name.toLowerCase()}@mail.example`,
    currencies: ["USDC"],
    standing: "APPROVED",
    sealed: "",
    createdAt: START,
    updatedAt: START
  })

/** A recovery of A that can be completed from the start, and the target key that its code is encrypted to. */
const recovery = (name: "R" | "RS", method: Recoveries.RecoveryMethod) => {
  const [recoveryId, accountId] = [ids[name], ids.A]
  const issue = {
    issueId: name,
    codeDigest: CODE,
    sealedTargetKey: "",
    targetPublicKey: keys.opened.publicKey,
    expiresAt: LATE,
    isRecovery: true
  }
  const times = { createdAt: 0, readyAt: START, expiresAt: LATE }
  return [
    rowOf(Recoveries.recoveries, { ...Recoveries.started({ recoveryId, accountId, method, ...times }) }),
    rowOf(EmailOtp.emailOtps, {
      ...EmailOtp.issuedOf(EmailOtp.initial({ credentialId: recoveryId, accountId }), issue)
    })
  ]
}

/** The ports decrypt every bundle to the code and the key that signs the completion. */
const BUNDLE = JSON.stringify({
  encappedPublic: encodeHex(uncompressedBytes(keys.opened.publicKey)),
  ciphertext: "00".repeat(17)
})

const complete = (name: string, recoveryId: typeof ids.R, oidcToken: string): Operation => {
  const credential = { type: "OAUTH" as const, accountId: ids.A, oidcToken }
  const body = { encryptedOtpBundle: BUNDLE, credential }
  const command = { recoveryId, encryptedOtpBundle: BUNDLE, accountId: ids.A, credential, body }
  return { name, body, secret: oidcToken, run: (headers) => Effect.map(completeRecovery(command, headers), replyOf) }
}

const cancel: Operation = {
  name: "cancel R",
  body: null,
  run: (headers) => Effect.map(cancelRecovery({ recoveryId: ids.R }, headers), replyOf)
}
const operatorCancel: Operation = {
  name: "cancel R as operator",
  body: null,
  run: () => Effect.as(operatorCancelRecovery(ids.R, BECAUSE), DONE)
}
const start = (name: "A" | "B"): Operation => ({
  name: `start a recovery of ${name}`,
  body: null,
  run: () => Effect.as(operatorStartRecovery(ids[name], BECAUSE), DONE)
})
const exportOf = (name: "A" | "B"): Operation => {
  const body = { clientPublicKey: keys.swapped.publicKey }
  return {
    name: `export ${name}`,
    body,
    run: (headers) => Effect.map(exportWallet({ accountId: ids[name], ...body }, headers), replyOf)
  }
}

// A message is known by its name: the other scene has "refresh S1", with twins.
const prepared: ReadonlyArray<Operation> = [
  cancel,
  complete("complete R, the code mailed", ids.R, "C4"),
  complete("complete RS, the code saved", ids.RS, "C5"),
  refresh("refresh S1 during a recovery", keys.opened),
  exportOf("B")
]

/**
 * An operator started the recovery R of A, which holds A; RS is a recovery of A by saved code. B, which is not held,
 * may be exported, or held by a start.
 */
export const recoveries: Scene = {
  name: "recovery",
  records: new Map(
    [
      account(ids.A, { customerId: ids.KA, heldUntil: LATE }),
      account(ids.B, { customerId: ids.KB }),
      customer("KA"),
      customer("KB"),
      ...credentialRows,
      ...sessionRows.filter(({ row }) => row.id !== ids.S2),
      ...recovery("R", "OPERATOR"),
      ...recovery("RS", "SAVED_CODE"),
      rowOf(savedCodes, { accountId: ids.A, digests: [CODE], createdAt: START }),
      rowOf(platformSettings, {
        name: "settings",
        revision: 1,
        settings: { recovery: { savedCodes: { enabled: true }, operators: { enabled: true } } },
        updatedAt: START
      })
    ].map((row) => [row.address, row])
  ),
  keys: new Map([
    [ids.S1, keys.S1.publicKey],
    [ids.S3, keys.S3.publicKey]
  ]),
  prepared,
  operations: [...prepared, operatorCancel, start("A"), start("B"), exportOf("A"), login(), remove("C1")],
  signers: [keys.S1, keys.S3, keys.opened],
  invariants: invariantsOfRecovery
}
