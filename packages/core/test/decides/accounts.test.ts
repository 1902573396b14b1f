import { Result } from "effect"
import { describe } from "vitest"
import type { Finding } from "../../src/ports/Verification.ts"
import type { Stored } from "../../src/store/records.ts"
import { exportWallet } from "../../src/things/accounts/export.ts"
import { fund } from "../../src/things/accounts/fund.ts"
import { openAll } from "../../src/things/accounts/read.ts"
import { privacyOrders, walletRoots } from "../../src/things/accounts/rules/InternalAccount.ts"
import { compareRoot, updateAccount } from "../../src/things/accounts/wallets.ts"
import { createVerified } from "../../src/things/external-accounts/create.ts"
import { verificationOrders } from "../../src/things/external-accounts/rules/ExternalAccount.ts"
import { edited } from "../../src/things/external-accounts/rules/Status.ts"
import { kindOf } from "../../src/things/external-accounts/rules/verifyFields.ts"
import { applyPatch, removeUnused } from "../../src/things/external-accounts/update.ts"
import { report } from "../../src/things/external-accounts/verification.ts"
import type { PlatformConfig } from "../../src/things/platforms/rules/PlatformConfig.ts"
import {
  accountId,
  accountOf,
  closedAccountOf,
  credentialOf,
  customerId,
  customerOf,
  deletedCustomer,
  externalAccountId,
  externalAccountOf,
  heardAt,
  here,
  idOf,
  leg,
  paymentOf,
  publicKey,
  recordOf,
  T
} from "../given.ts"
import { decides, type Row } from "./shown.ts"

const wallet = { account: accountOf(), credentials: [credentialOf("EMAIL_OTP")] }
const due = { environment: here, dueAt: T, attempts: 3 }

describe("a wallet", () => {
  const clientPublicKey = publicKey
  const privateEnabled = true
  const exporting = (found: object = {}) => {
    const given = {
      ...leg,
      command: { accountId, clientPublicKey },
      found: { wallet: { ...wallet, ...found }, config: undefined, customer: customerOf("APPROVED", "c@example.com") }
    }
    const second = { ...given, intent: { accountId, clientPublicKey } }
    return [
      exportWallet.begin.decide(given),
      Result.flatMap(exportWallet.finish.check(second), (checked) =>
        exportWallet.finish.decide({ ...second, checked, prepared: "bundle" })
      )
    ] as const
  }
  const hiding = (found: object = wallet, isWaiting = false) => {
    const waiting = isWaiting ? recordOf(privacyOrders, { ...due, accountId, privateEnabled: false }) : undefined
    const given = {
      ...leg,
      command: { accountId, privateEnabled },
      found: { wallet: { ...wallet, ...found }, waiting }
    }
    return [
      updateAccount.begin.decide(given),
      updateAccount.finish.decide({ ...given, intent: { accountId, privateEnabled } })
    ] as const
  }
  const unusable = [
    ["fails for an unknown account", { account: undefined }, "AccountNotFound"],
    ["fails for an account that is not a wallet", { account: accountOf({ type: "INTERNAL_FIAT" }) }, "AccountNotFound"],
    ["fails without a credential", { credentials: [] }, "CredentialNotFound"]
  ] as const
  decides(() => [
    [
      "is exported, and all addresses are notified",
      exporting()[1],
      "notice WALLET_EXPORTED to c@example.com; notice WALLET_EXPORTED to a@example.com"
    ],
    ["requires the signature of a session to be exported", exporting()[0], "signed by SessionOfAccount: EXPORT_WALLET"],
    [
      "requires the signature of a session to become private",
      hiding()[0],
      "signed by SessionOfAccount: SIGN_RAW_PAYLOAD_V2"
    ],
    [
      "queues an order when it becomes private",
      hiding()[1],
      "~internal_accounts ACTIVE 0 privateEnabled; +privacy_orders privateEnabled"
    ],
    [
      "replaces an earlier order",
      hiding(wallet, true)[1],
      "~internal_accounts ACTIVE 0 privateEnabled; ~privacy_orders privateEnabled"
    ],
    ...unusable.flatMap(
      ([which, found, refusal]): ReadonlyArray<Row> =>
        [...exporting(found), ...hiding(found)].map(
          (each, nth): Row => [`${which} is neither exported nor made private (${nth})`, each, refusal]
        )
    )
  ])

  const root = recordOf(walletRoots, { name: "root", fingerprint: "a" })
  const look = (known: typeof root | undefined) => compareRoot.decide({ ...leg, command: "a", found: { known } })
  decides(() => [
    ["stores the first root that is checked", look(undefined), "+wallet_roots"],
    ["does not replace its root", look(root), "nothing"]
  ])
})

describe("an internal account", () => {
  const funded = (
    amount: number,
    account: ReturnType<typeof accountOf> | undefined = accountOf({ balance: 5 }),
    isThere = true
  ) =>
    fund.decide({
      ...leg,
      command: { accountId, amount },
      found: { account: isThere ? account : undefined },
      prepared: idOf("Transaction")
    })
  const listed = (opened: ReadonlyArray<ReturnType<typeof accountOf> | undefined>) =>
    openAll.decide({
      ...leg,
      command: undefined,
      found: { opened },
      prepared: opened.map(() => accountOf().value)
    })
  decides(() => [
    [
      "is funded from outside, with an event and a booking",
      funded(3),
      "~internal_accounts ACTIVE 8; event INTERNAL_ACCOUNT.BALANCE_UPDATED 1; activity MONEY_RECEIVED; book take, deliver"
    ],
    ["cannot be funded with less than 1", funded(0), "AmountInvalid"],
    ["cannot be funded beyond the largest safe integer", funded(Number.MAX_SAFE_INTEGER), "AmountOutOfRange"],
    ["cannot be funded if it is closed", funded(1, closedAccountOf()), "CustomerDeleted"],
    ["cannot be funded if it does not exist", funded(1, undefined, false), "AccountNotFound"],
    ["of the platform is opened by the first read", listed([undefined, accountOf()]), "+internal_accounts ACTIVE 0"]
  ])
})

describe("an external account", () => {
  const accountInfo = { accountType: "USD_ACCOUNT" }
  const verified = { kind: kindOf("USD_ACCOUNT"), currency: "USD", accountInfo }
  const order = recordOf(verificationOrders, { ...due, externalAccountId })
  const stored = { particulars: { accountInfo }, sealed: "sealed" }
  const answerOf = (standing: Finding["standing"], isUnanswered = false) => ({ finding: { standing }, isUnanswered })
  const announced = "event EXTERNAL_ACCOUNT.STATUS_UPDATED 1"
  const { webhookEndpoint: _, ...silent } = heardAt.value
  const unheard = { ...heardAt, value: silent }

  const created = (
    answer: ReturnType<typeof answerOf>,
    owner: ReturnType<typeof customerOf> | undefined = customerOf(),
    isThere = true,
    heard: { readonly config: Stored<PlatformConfig> | undefined } = { config: heardAt }
  ) => {
    const body = { currency: "USD", accountInfo, customerId }
    const given = { ...leg, command: { body, verified }, found: { owner: isThere ? owner : undefined, ...heard } }
    return Result.flatMap(createVerified.check(given), (checked) =>
      createVerified.decide({ ...given, checked, prepared: { ...stored, externalAccountId, answer } })
    )
  }
  const settled = (
    before: Finding["standing"],
    standing: Finding["standing"],
    { isWaiting = false, revision = 1, isThere = true } = {}
  ) => {
    const account = isThere ? externalAccountOf(before) : undefined
    const found = { account, order: isWaiting ? order : undefined, config: heardAt }
    const given = { ...leg, command: { id: externalAccountId, finding: { standing }, revision }, found }
    return Result.flatMap(report.check(given), (checked) => report.decide({ ...given, checked, prepared: stored }))
  }
  const changed = (
    wanted: "ACTIVE" | "INACTIVE" | undefined,
    answer: ReturnType<typeof answerOf> | undefined,
    scope: "customer" | "platform" = "customer"
  ) => {
    const account = externalAccountOf()
    const reached = Result.getOrThrow(edited(account.value.status, answer !== undefined, wanted))
    const given = {
      ...leg,
      command: { id: externalAccountId, body: {}, scope },
      found: { account, order: undefined, config: heardAt }
    }
    const prepared = { ...stored, patch: {}, reached, revision: 2, answer, isChanged: true, nameMatch: undefined }
    return Result.flatMap(applyPatch.check(given), (checked) => applyPatch.decide({ ...given, checked, prepared }))
  }
  const removed = (more: object = {}, scope: "customer" | "platform" = "customer") => {
    const found = { account: externalAccountOf(), order, pending: undefined, processing: undefined, ...more }
    return removeUnused.decide({ ...leg, command: { id: externalAccountId, scope }, found })
  }
  const payment = paymentOf([{ after: 0, to: "PENDING" }])

  decides(() => [
    ["is active if confirmed", created(answerOf("CONFIRMED")), `+external_accounts Active; =customers; ${announced}`],
    [
      "announces to nobody if the platform has no configuration",
      created(answerOf("CONFIRMED"), undefined, true, { config: undefined }),
      `+external_accounts Active; =customers; =platform_configs; ${announced} NO_ENDPOINT`
    ],
    [
      "announces to nobody as long as the configuration has no endpoint",
      created(answerOf("CONFIRMED"), undefined, true, { config: unheard }),
      `+external_accounts Active; =customers; =platform_configs; ${announced} NO_ENDPOINT`
    ],
    [
      "guards no configuration if nothing is announced",
      created(answerOf("UNDECIDED"), undefined, true, { config: unheard }),
      "+external_accounts Pending; =customers"
    ],
    [
      "is under review if doubted",
      created(answerOf("DOUBTED")),
      `+external_accounts UnderReview; =customers; ${announced}`
    ],
    ["is pending if undecided", created(answerOf("UNDECIDED")), "+external_accounts Pending; =customers"],
    [
      "is pending if the verifier did not answer, and is verified again",
      created(answerOf("UNDECIDED", true)),
      "+external_accounts Pending; +verification_orders; =customers"
    ],
    ["is not created for a deleted customer", created(answerOf("CONFIRMED"), deletedCustomer), "CustomerDeleted"],
    ["is not created for an unknown customer", created(answerOf("CONFIRMED"), undefined, false), "CustomerNotFound"],
    [
      "becomes active when confirmed, and is not verified again",
      settled("UNDECIDED", "CONFIRMED", { isWaiting: true }),
      `~external_accounts Active; -verification_orders; ${announced}`
    ],
    ["becomes inactive when rejected", settled("UNDECIDED", "REJECTED"), `~external_accounts Inactive; ${announced}`],
    ["stays active without an event", settled("CONFIRMED", "CONFIRMED"), "~external_accounts Active"],
    [
      "is not settled by a finding about an earlier revision",
      settled("UNDECIDED", "CONFIRMED", { revision: 2 }),
      "RevisionSuperseded"
    ],
    ["is not settled again after a rejection", settled("REJECTED", "CONFIRMED"), "StatusUnreachable"],
    [
      "is not settled if it does not exist",
      settled("UNDECIDED", "CONFIRMED", { isThere: false }),
      "ExternalAccountNotFound"
    ],
    [
      "stays active if it is changed and confirmed",
      changed(undefined, answerOf("CONFIRMED")),
      "~external_accounts Active"
    ],
    [
      "is under review if it is changed and the verifier did not answer",
      changed(undefined, answerOf("UNDECIDED", true)),
      `~external_accounts UnderReview; +verification_orders; ${announced}`
    ],
    ["is disabled", changed("INACTIVE", undefined), `~external_accounts Inactive; ${announced}`],
    [
      "of a customer is not changed in the platform's scope",
      changed(undefined, undefined, "platform"),
      "ExternalAccountNotFound"
    ],
    ["is removed with its queued verification", removed(), "-external_accounts; -verification_orders"],
    ["is not removed while its payment is pending", removed({ pending: payment }), "ExternalAccountInUse"],
    ["is not removed while its payment is processing", removed({ processing: payment }), "ExternalAccountInUse"],
    ["is not removed if it does not exist", removed({ account: undefined }), "ExternalAccountNotFound"],
    ["of a customer is not removed in the platform's scope", removed({}, "platform"), "ExternalAccountNotFound"]
  ])
})
