import { Result } from "effect"
import { describe } from "vitest"
import { OneTimeCode, platformSettings, type Standing, sessionClients } from "../../src/internal.ts"
import { noChanges } from "../../src/store/plans.ts"
import { createOwner, report as reportOwner, update as updateOwner } from "../../src/things/beneficial-owners/owners.ts"
import { type BeneficialOwner, beneficialOwners } from "../../src/things/beneficial-owners/rules/BeneficialOwner.ts"
import { createCustomer } from "../../src/things/customers/create.ts"
import { deleteCustomer, erase } from "../../src/things/customers/delete.ts"
import type { CustomerPatch, NewCustomer } from "../../src/things/customers/rules/bodies.ts"
import { initial, verifications } from "../../src/things/customers/rules/CustomerVerification.ts"
import { MOST_UNDOABLE } from "../../src/things/customers/rules/EmailChange.ts"
import { formerUmaAddresses } from "../../src/things/customers/rules/formerUmaAddresses.ts"
import { updateCustomer } from "../../src/things/customers/update.ts"
import { report, verify } from "../../src/things/customers/verification.ts"
import {
  accountId,
  accountOf,
  codeMail,
  credentialId,
  credentialOf,
  customerId,
  customerOf,
  deletedCustomer,
  heardAt,
  idOf,
  leg,
  paymentOf,
  recordOf,
  requestId,
  sessionOf,
  T
} from "../given.ts"
import { changesOf, issued, issuedOtp, lockedOtp } from "./emailChanges.ts"
import { decides } from "./shown.ts"

const times = { createdAt: T, updatedAt: T }
const profile: NewCustomer = { customerType: "INDIVIDUAL", email: "a@example.com" }
const sealed = { customerType: "INDIVIDUAL", sealed: "sealed" } as const
const email = credentialOf("EMAIL_OTP")
const otp = recordOf(OneTimeCode.oneTimeCodes, OneTimeCode.initial({ credentialId, accountId }))
const wallet = accountOf()
/** A pending code of the credential, for a login. */
const login = recordOf(
  OneTimeCode.oneTimeCodes,
  OneTimeCode.issuedOf(OneTimeCode.initial({ credentialId, accountId }), issued.issue)
)
const limited = recordOf(platformSettings, {
  name: "settings",
  revision: 1,
  settings: { limits: { emailChange: "proven" } },
  updatedAt: T
})
/** No change of the address is pending or can be undone, and no code for one was issued. */
const untouched = { emails: undefined, code: { otp: undefined, mail: undefined } }
const bank = accountOf({ type: "INTERNAL_FIAT", currency: "USD", nth: 2 })

describe("creating a customer", () => {
  const created = (standing: Standing, command: NewCustomer = profile, more: object = {}) => {
    const found = { config: undefined, settings: undefined, atAddress: undefined, ofReference: undefined, ...more }
    const given = { ...leg, command, found }
    const prepared = { standing, customerId, accounts: [bank.value, wallet.value], first: noChanges, sealed }
    return Result.flatMap(createCustomer.check(given), (checked) =>
      createCustomer.decide({ ...given, checked, prepared })
    )
  }
  const accounts = "+internal_accounts ACTIVE 0; +internal_accounts ACTIVE 0"
  const addressed = { ...profile, umaAddress: "$a@example.com" }

  decides(() => [
    ["inserts it with its accounts", created("UNVERIFIED"), `+customers UNVERIFIED; ${accounts}`],
    [
      "announces the standing from its onboarding",
      created("APPROVED"),
      `+customers APPROVED; ${accounts}; =platform_configs; event CUSTOMER.KYC_APPROVED 1 NO_ENDPOINT`
    ],
    [
      "announces it to the endpoint of the platform",
      created("APPROVED", profile, { config: heardAt }),
      `+customers APPROVED; ${accounts}; event CUSTOMER.KYC_APPROVED 1`
    ],
    [
      "reserves the payment address that it asks for",
      created("UNVERIFIED", addressed),
      `+customers UNVERIFIED; ${accounts}; +former_uma_addresses`
    ],
    [
      "fails for a payment address of another customer",
      created("APPROVED", addressed, { atAddress: customerOf() }),
      "UmaAddressTaken"
    ],
    [
      "fails for a reference of another customer",
      created("APPROVED", profile, { ofReference: customerOf() }),
      "CustomerExists"
    ],
    [
      "fails for a currency that is not offered",
      created("APPROVED", { ...profile, currencies: ["EUR"] }),
      "CurrencyNotOffered"
    ]
  ])
})

describe("updating a customer", () => {
  const found = {
    customer: customerOf("APPROVED", "a@example.com"),
    config: undefined,
    owners: [],
    wallets: [wallet],
    used: undefined,
    left: undefined,
    each: [email],
    ...untouched
  }
  const prepared = (patch: CustomerPatch) => ({
    before: profile,
    profile: { ...profile, ...patch, customerType: "INDIVIDUAL" } as const,
    umaAddress: patch.umaAddress ?? "$c@example.com",
    sealed: { ...sealed, email: patch.email ?? "a@example.com" },
    owners: [],
    accounts: patch.currencies === undefined ? [] : [bank.value]
  })
  const first = (patch: CustomerPatch, more: object = {}, isSealed = false) => {
    const given = {
      ...leg,
      command: { customerId, patch, body: null },
      found: { ...found, ...more },
      requestId,
      expiresAt: T
    }
    const drawn = { ...prepared(patch), sealedPatch: isSealed ? "sealed" : undefined, born: [] }
    return Result.flatMap(updateCustomer.begin.check(given), (checked) =>
      updateCustomer.begin.decide({ ...given, checked, prepared: drawn })
    )
  }
  const second = (
    tied: ReadonlyArray<typeof credentialId>,
    more: object = {},
    emailChange: "immediate" | "proven" = "proven",
    settings?: typeof limited
  ) => {
    const intent = { sealed: "sealed", customerId, tied }
    const moving = {
      heads: [undefined],
      sessions: [],
      recoveryCodes: [],
      tied: [{ credential: email, otp: login, mail: codeMail }]
    }
    const given = {
      ...leg,
      policy: { ...leg.policy, emailChange },
      settings,
      command: { customerId, patch: {}, body: null },
      found: { ...found, ...moving, ...more },
      intent,
      requestId
    }
    return Result.flatMap(updateCustomer.finish.check(given), (checked) => {
      const { isProof } = checked.inputs
      const patch = isProof ? {} : { email: "b@example.com" }
      const undo = isProof ? undefined : { email: "a@example.com", token: "TOKEN", sealedToken: "sealed" }
      const drawn = { ...prepared(patch), email: "b@example.com", issued: isProof ? issued : undefined, undo }
      return updateCustomer.finish.decide({ ...given, checked, prepared: drawn })
    })
  }
  const replaced = "~customers APPROVED"
  const notices = "notice EMAIL_CHANGED to a@example.com; notice EMAIL_CHANGED to b@example.com"
  const former = (of: typeof customerId, umaAddress = "$d@example.com") =>
    recordOf(formerUmaAddresses, { umaAddress, customerId: of })
  const moves = { umaAddress: "$d@example.com" }
  const moved = "~credentials; ~email_otps Idle 0; -code_mails; ~internal_accounts ACTIVE 0; +email_changes"

  decides(() => [
    ["needs no signature if the address does not change", first({ email: "a@example.com" }), replaced],
    [
      "opens an account in each new currency",
      first({ currencies: ["USD"] }),
      `${replaced}; +internal_accounts ACTIVE 0`
    ],
    [
      "reserves its previous and its next payment address",
      first(moves),
      `${replaced}; +former_uma_addresses; +former_uma_addresses`
    ],
    [
      "reserves a payment address once",
      first(moves, { left: former(customerId, "$c@example.com") }),
      `${replaced}; +former_uma_addresses`
    ],
    [
      "can return to its own previous payment address",
      first(moves, { used: former(customerId) }),
      `${replaced}; +former_uma_addresses`
    ],
    [
      "fails for a previous payment address of another customer",
      first(moves, { used: former(idOf("Customer", 2)) }),
      "UmaAddressTaken"
    ],
    [
      "requires a signature for a new address if a wallet has a credential (I18)",
      first({ email: "b@example.com" }, {}, true),
      "signed by SessionOfAccount: UPDATE_USER_EMAIL"
    ],
    [
      "needs no signature for a new address if no wallet has a credential, and notifies both addresses",
      first({ email: "b@example.com" }, { each: [], tied: [] }),
      `${replaced}; ~internal_accounts ACTIVE 0; ${notices}`
    ],
    [
      "AD1: stores the new address as pending in the signed leg, mails a code to it, and changes no credential",
      second([credentialId]),
      `${replaced}; +email_changes; +email_otps Issued 0 level 4; +code_mails`
    ],
    [
      "AD3: replaces an earlier pending change and its code, with the count of wrong codes",
      second([credentialId], { emails: changesOf(), code: { otp: issuedOtp, mail: codeMail } }),
      `${replaced}; ~email_changes; ~email_otps Issued 1 level 4; ~code_mails`
    ],
    [
      "AD3: fails while wrong codes lock the proof of addresses",
      second([credentialId], { code: { otp: lockedOtp, mail: undefined } }),
      "OtpCoolingDown"
    ],
    [
      "AD8: fails if 20 changes can be undone",
      second([credentialId], { emails: changesOf(MOST_UNDOABLE) }),
      "TooManyEmailChanges"
    ],
    [
      "GC1 AD11 AD12: moves the customer, its credentials and each wallet in the signed leg, voids codes, and notifies both addresses",
      second([credentialId], {}, "immediate"),
      `${replaced}; ${moved}; ${notices}`
    ],
    [
      "GC1 AD3: drops a pending change and its code in the signed leg that needs no proof",
      second([credentialId], { emails: changesOf(), code: { otp: issuedOtp, mail: codeMail } }, "immediate"),
      `${replaced}; ~credentials; ~email_otps Idle 0; -code_mails; ~email_otps Idle 1; -code_mails; ~internal_accounts ACTIVE 0; ~email_changes; ${notices}`
    ],
    [
      "GC1 AD6 RC12: voids the mailed code of a recovery in the signed leg that needs no proof",
      second([credentialId], { recoveryCodes: [{ otp: login, mail: codeMail }] }, "immediate"),
      `${replaced}; ~credentials; ~email_otps Idle 0; -code_mails; ~email_otps Idle 0; -code_mails; ~internal_accounts ACTIVE 0; +email_changes; ${notices}`
    ],
    [
      "GC1 AD8: fails without a proof too if 20 changes can be undone",
      second([credentialId], { emails: changesOf(MOST_UNDOABLE) }, "immediate"),
      "TooManyEmailChanges"
    ],
    [
      "GC1 AD12 GS6: needs the proof where the platform demands it and the host does not",
      second([credentialId], {}, "immediate", limited),
      `${replaced}; +email_changes; +email_otps Issued 0 level 4; +code_mails`
    ],
    ["fails if a credential was added in the meantime", second([]), "CredentialSetChanged"],
    ["fails for an unknown customer, in the first leg", first({}, { customer: undefined }), "CustomerNotFound"],
    ["fails for a deleted customer, in the first leg", first({}, { customer: deletedCustomer }), "CustomerDeleted"],
    [
      "fails for a deleted customer, in the signed leg",
      second([credentialId], { customer: deletedCustomer }),
      "CustomerDeleted"
    ]
  ])
})

describe("deleting a customer", () => {
  const all = {
    customer: customerOf("APPROVED", "a@example.com"),
    owners: [],
    accounts: [bank, wallet],
    waiting: undefined,
    moving: undefined,
    config: undefined,
    ways: [{ credential: email, retired: { otp, mail: codeMail } }],
    sessions: [sessionOf()],
    ...untouched,
    clients: [
      recordOf(sessionClients, { sessionId: sessionOf().value.sessionId, accountId, sealed: "s", expiresAt: T })
    ],
    recovery: [],
    heads: [undefined]
  }
  const given = (more: object = {}) => {
    const command = { customerId, reason: "law" }
    return {
      ...leg,
      command,
      found: { ...all, ...more },
      prepared: { customer: customerOf().value, profile, owners: [] }
    }
  }
  const checkedOf = (more: object = {}) => erase.check(given(more))
  const begin = (more: object = {}) =>
    Result.flatMap(checkedOf(more), (checked) => deleteCustomer.begin.decide({ ...given(more), checked }))
  const finish = (wallets: ReadonlyArray<typeof accountId>) =>
    Result.flatMap(checkedOf(), (checked) =>
      deleteCustomer.finish.decide({ ...given(), checked, intent: { customerId, wallets } })
    )
  const erased = Result.flatMap(checkedOf(), (checked) => erase.decide({ ...given(), checked }))
  const payment = paymentOf([{ after: 0, to: "PENDING" }])
  const accountsClose = "~internal_accounts CLOSED 0; ~internal_accounts CLOSED 0"
  const events = "event INTERNAL_ACCOUNT.STATUS_UPDATED 1; event INTERNAL_ACCOUNT.STATUS_UPDATED 1"
  const everything = `~customers APPROVED; ${accountsClose}; -credentials; -email_otps; -code_mails; ~sessions Revoked; -session_clients; ${events}; notice CUSTOMER_DELETED to a@example.com`

  decides(() => [
    [
      "requires the signature of a session of any of its wallets",
      begin(),
      "signed by SessionOfCustomer: DELETE_SUB_ORGANIZATION"
    ],
    [
      "needs no signature if no wallet has a credential",
      begin({ ways: [], sessions: [], clients: [] }),
      `~customers APPROVED; ${accountsClose}; ${events}; notice CUSTOMER_DELETED to a@example.com`
    ],
    [
      "closes its accounts, removes its credentials and ends its sessions, in the signed leg",
      finish([accountId]),
      everything
    ],
    [
      "AD9: removes the pending change of its address, its code, and what could undo a change",
      begin({ ways: [], sessions: [], emails: changesOf(), code: { otp: issuedOtp, mail: codeMail } }),
      `~customers APPROVED; ${accountsClose}; -email_changes; -email_otps; -code_mails; -session_clients; ${events}; notice CUSTOMER_DELETED to a@example.com`
    ],
    ["fails if the wallets differ from the signed ones", finish([]), "CredentialSetChanged"],
    ["fails for a customer with a balance", begin({ accounts: [accountOf({ balance: 1 })] }), "CustomerHoldsMoney"],
    ["fails for a customer with a pending payment", begin({ waiting: payment }), "CustomerHoldsMoney"],
    ["fails for a customer with a payment in processing", begin({ moving: payment }), "CustomerHoldsMoney"],
    ["fails for a deleted customer", begin({ customer: deletedCustomer }), "CustomerDeleted"],
    ["fails for an unknown customer", begin({ customer: undefined }), "CustomerNotFound"],
    [
      "leaves a receipt with the reason, if it is an erasure without a signature",
      erased,
      `${everything}; receipt EraseCustomer ERASURE`
    ]
  ])
})

describe("the standing of a customer", () => {
  const verificationOf = (status: "APPROVED" | "IN_PROGRESS") =>
    recordOf(
      verifications,
      initial(
        {
          verificationId: idOf("Verification"),
          customerId,
          customerType: "INDIVIDUAL",
          standing: "PENDING",
          errors: [],
          ...times
        },
        status
      )
    )
  const settled = (
    standing: Standing,
    customer: ReturnType<typeof customerOf> | undefined = customerOf("PENDING"),
    isThere = true
  ) => {
    const open = [[verificationOf("IN_PROGRESS")], []]
    const found = { customer: isThere ? customer : undefined, owners: [], open, config: heardAt }
    const given = { ...leg, command: { customerId, standing }, found }
    const prepared = { customer: customerOf().value, profile, owners: [] }
    return Result.flatMap(report.check(given), (checked) => report.decide({ ...given, checked, prepared }))
  }
  decides(() => [
    [
      "is set, and ends a pending verification",
      settled("APPROVED"),
      "~customers APPROVED; ~verifications APPROVED APPROVED; event VERIFICATION.APPROVED 1; event CUSTOMER.KYC_APPROVED 1"
    ],
    ["does not end the verification if it is not final", settled("UNVERIFIED"), "~customers UNVERIFIED"],
    ["is not announced if it does not change", settled("PENDING"), "~customers PENDING"],
    [
      "of a business is announced as a business event",
      settled("REJECTED", customerOf("PENDING", undefined, "BUSINESS")),
      "~customers REJECTED; ~verifications REJECTED REJECTED; event VERIFICATION.REJECTED 1; event CUSTOMER.KYB_REJECTED 1"
    ],
    ["is not set for a deleted customer", settled("APPROVED", deletedCustomer), "CustomerDeleted"],
    ["is not set for an unknown customer", settled("APPROVED", undefined, false), "CustomerNotFound"]
  ])

  const verified = (
    found: {
      readonly lacking: ReadonlyArray<string>
      readonly standing: Standing
      readonly status: "APPROVED" | "RESOLVE_ERRORS"
    },
    customer: ReturnType<typeof customerOf> | undefined = customerOf("UNVERIFIED"),
    isThere = true
  ) => {
    const records = { customer: isThere ? customer : undefined, config: heardAt }
    const given = { ...leg, command: { customerId }, found: records }
    const prepared = { ...found, verificationId: idOf("Verification") }
    return Result.flatMap(verify.check(given), (checked) => verify.decide({ ...given, checked, prepared }))
  }
  const approved = { lacking: [], standing: "APPROVED", status: "APPROVED" } as const
  decides(() => [
    [
      "is the result of a screening",
      verified(approved),
      "+verifications APPROVED APPROVED; ~customers APPROVED; event VERIFICATION.APPROVED 1; event CUSTOMER.KYC_APPROVED 1"
    ],
    [
      "is unchanged if a field is missing, and the customer is guarded",
      verified({ lacking: ["birthDate"], standing: "UNVERIFIED", status: "RESOLVE_ERRORS" }),
      "+verifications RESOLVE_ERRORS UNVERIFIED; =customers; event VERIFICATION.RESOLVE_ERRORS 1"
    ],
    ["is not screened for a deleted customer", verified(approved, deletedCustomer), "CustomerDeleted"],
    ["is not screened for an unknown customer", verified(approved, undefined, false), "CustomerNotFound"]
  ])
})

describe("a beneficial owner", () => {
  const id = idOf("BeneficialOwner")
  const personalInfo = { firstName: "Ada", lastName: "Lovelace" }
  const business = customerOf("APPROVED", undefined, "BUSINESS")
  const value: BeneficialOwner = {
    beneficialOwnerId: id,
    customerId,
    roles: ["UBO"],
    sealed: "sealed",
    standing: "PENDING",
    ...times
  }
  const found = { owner: recordOf(beneficialOwners, value), customer: business }
  const created = (customer: typeof business | undefined) => {
    const given = { ...leg, command: { customerId, personalInfo }, found: { customer } }
    const prepared = { beneficialOwnerId: id, sealed: "sealed", standing: "APPROVED" } as const
    return Result.flatMap(createOwner.check(given), (checked) => createOwner.decide({ ...given, checked, prepared }))
  }
  const updated = (more: object = {}) => {
    const given = { ...leg, command: { id, patch: {} }, found: { ...found, ...more } }
    const prepared = { personalInfo, roles: [], screened: { sealed: "anew", standing: "REJECTED" } } as const
    return Result.flatMap(updateOwner.check(given), (checked) => updateOwner.decide({ ...given, checked, prepared }))
  }
  const settled = (more: object = {}) => {
    const given = { ...leg, command: { id, standing: "APPROVED" } as const, found: { ...found, ...more } }
    const prepared = { owner: value, personalInfo }
    return Result.flatMap(reportOwner.check(given), (checked) => reportOwner.decide({ ...given, checked, prepared }))
  }
  decides(() => [
    ["is added to a business, whose record is guarded", created(business), "+beneficial_owners APPROVED; =customers"],
    ["is not added to an individual", created(customerOf()), "CustomerTypeDiffers"],
    ["is not added to a deleted customer", created(deletedCustomer), "CustomerDeleted"],
    ["is not added to an unknown customer", created(undefined), "CustomerNotFound"],
    ["is updated with the result of a new screening", updated(), "~beneficial_owners REJECTED; =customers"],
    ["gets a standing", settled(), "~beneficial_owners APPROVED; =customers"],
    ["is not updated if it does not exist", updated({ owner: undefined }), "OwnerNotFound"],
    ["is not updated if its customer is deleted", updated({ customer: deletedCustomer }), "CustomerDeleted"],
    ["gets no standing if its customer is deleted", settled({ customer: deletedCustomer }), "CustomerDeleted"]
  ])
})
