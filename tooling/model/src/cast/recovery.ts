import {
  cancelRecovery,
  cancelRecoveryByToken,
  completeRecovery,
  customers,
  exportWallet,
  OneTimeCode,
  operatorCancelRecovery,
  operatorStartRecovery,
  type PlatformSettings,
  platformSettings,
  Recoveries,
  savedCodes
} from "@countersign/core/internal"
import { encodeHex, uncompressedBytes } from "@countersign/wire"
import { rowsOf } from "../store/Rows.ts"
import { answers, digestOf, keys, LATE, MAILED, SAVED, START } from "./cast.ts"
import { BECAUSE, login, type Operation, refresh, remove, type Scene, signed, unsigned } from "./operations.ts"
import { account, credentialRows, ids, rowOf, sessionRows } from "./records.ts"

const profileOf = (name: "KA" | "KB") => ({
  customerType: "INDIVIDUAL",
  platformCustomerId: name,
  email: `${name.toLowerCase()}@mail.example`
})

export const customer = (name: "KA" | "KB") =>
  rowOf(customers, {
    ...profileOf(name),
    customerId: ids[name],
    reference: name,
    umaAddress: `$${name.toLowerCase()}@wallet.example`,
    currencies: ["USDC"],
    standing: "APPROVED",
    sealed: JSON.stringify(profileOf(name)),
    createdAt: START,
    updatedAt: START
  })

/** A recovery of A whose delay ends at the start, by a correct clock, and the target key of its code. */
const recovery = (name: "R" | "RS" | "RT", method: Recoveries.RecoveryMethod) => {
  const [recoveryId, accountId] = [ids[name], ids.A]
  const issue = {
    issueId: name,
    codeDigest: MAILED,
    sealedTargetKey: "",
    targetPublicKey: keys.opened.publicKey,
    expiresAt: LATE,
    isRecovery: true
  }
  const times = { createdAt: 0, readyAt: START, expiresAt: LATE }
  return [
    rowOf(Recoveries.recoveries, { ...Recoveries.started({ recoveryId, accountId, method, ...times }) }),
    rowOf(OneTimeCode.oneTimeCodes, {
      ...OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId: recoveryId, accountId }), issue)
    })
  ]
}

const complete = (name: "R" | "RS" | "RT", by: keyof typeof answers, oidcToken: string): Operation => {
  const encryptedOtpBundle = JSON.stringify({
    encappedPublic: encodeHex(uncompressedBytes(answers[by].key.publicKey)),
    ciphertext: `0${Object.keys(answers).indexOf(by)}`.repeat(17)
  })
  const credential = { type: "OAUTH" as const, accountId: ids.A, oidcToken }
  const body = { encryptedOtpBundle, credential }
  const command = { recoveryId: ids[name], encryptedOtpBundle, accountId: ids.A, credential, body }
  const what = `complete ${name} with the code of the ${by}`
  return { ...signed(what, body, (headers) => completeRecovery(command, headers)), secret: oidcToken }
}

const cancel = signed("cancel R", null, (headers) => cancelRecovery({ recoveryId: ids.R }, headers))
/** The token is in a notice. The ports compute it as the first characters of the id's digest. */
const mailedCancel = unsigned("cancel R by the mailed token", () =>
  cancelRecoveryByToken(ids.R, digestOf(ids.R).slice(0, 32))
)
const operatorCancel = unsigned("cancel R as operator", () => operatorCancelRecovery(ids.R, BECAUSE))
export const start = (name: "A" | "B"): Operation =>
  unsigned(`start a recovery of ${name}`, () => operatorStartRecovery(ids[name], BECAUSE))
export const exportOf = (name: "A" | "B"): Operation => {
  const body = { clientPublicKey: keys.swapped.publicKey }
  return signed(`export ${name}`, body, (headers) => exportWallet({ accountId: ids[name], ...body }, headers))
}

export const ON = { enabled: true }
export const settingsRow = (settings: PlatformSettings["settings"]) =>
  rowOf(platformSettings, { name: "settings", revision: 1, settings, updatedAt: START })

// A message is known by its name: the other scene has "refresh S1", with twins.
const prepared: ReadonlyArray<Operation> = [
  cancel,
  complete("R", "mailbox", "C4"),
  complete("RS", "owner", "C5"),
  refresh("refresh S1 during a recovery", keys.opened),
  exportOf("B")
]

/**
 * An operator started the recovery R of A, so A has a hold; RS is one by saved code of the owner, and RT one that an
 * attacker with the mailbox and the API token started. B, which is not held, may be exported, or held by a start.
 */
export const recoveries: Scene = {
  name: "recovery",
  records: rowsOf([
    account(ids.A, { customerId: ids.KA, heldUntil: LATE }),
    account(ids.B, { customerId: ids.KB }),
    customer("KA"),
    customer("KB"),
    ...credentialRows,
    ...sessionRows.filter(({ row }) => row.id !== ids.S2),
    ...recovery("R", "OPERATOR"),
    ...recovery("RS", "SAVED_CODE"),
    ...recovery("RT", "SAVED_CODE"),
    rowOf(savedCodes, { accountId: ids.A, digests: [SAVED], createdAt: START }),
    settingsRow({ recovery: { savedCodes: ON, operators: ON } })
  ]),
  prepared,
  operations: [
    ...prepared,
    complete("RT", "attacker", "C6"),
    mailedCancel,
    operatorCancel,
    start("A"),
    start("B"),
    exportOf("A"),
    login(),
    remove("C1")
  ],
  signers: [keys.S1, keys.S3, keys.opened, keys.swapped]
}
