import type { Send } from "../page/calls.ts"
import { nameOf } from "../page/credentialNames.ts"
import { fieldsOf, numberOf, textOf } from "../page/json.ts"
import { inWords, type Money, unitsOf } from "../page/money.ts"
import { statusName } from "../page/statusName.ts"
import { t, tag } from "../words/translate.ts"
import { describe, type Fields } from "./dossier.ts"
import { element, found } from "./element.ts"

/** The platform's access policy in words, and its decision on a call that is described and not made. */
export const policyView = (
  send: Send,
  explain: (call: object) => Promise<unknown>,
  failed: (error: unknown) => void
) => {
  const operation = found("explain-operation", HTMLSelectElement)
  const ofPayment = found("explain-payment", HTMLElement)
  const decision = found("decision", HTMLElement)
  const numberIn = (id: string) => Number(found(id, HTMLInputElement).value)
  let balance: Money = { amount: 0, code: "", decimals: 0 }
  operation.append(...OPERATIONS.map((value) => element("option", { value }, [statusName(value)])))
  operation.addEventListener("change", () => {
    ofPayment.hidden = operation.value !== "PAY"
  })
  found("explain", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault()
    const amount = unitsOf(found("explain-amount", HTMLInputElement).value, balance.decimals)
    try {
      const { rule } = fieldsOf(
        await explain({
          operation: operation.value,
          credentialType: found("explain-type", HTMLSelectElement).value,
          sessionAge: numberIn("explain-age") * 60_000,
          paidToday: unitsOf(found("explain-paid", HTMLInputElement).value, balance.decimals) ?? 0,
          ...(operation.value === "PAY" && amount !== undefined ? { amount, currency: balance.code } : {}),
          ...(operation.value === "PAY" ? { destinationAge: numberIn("explain-destination") * 3_600_000 } : {})
        })
      )
      decision.textContent =
        rule === undefined ? t("Permitted.") : t("Refused. {0} ({1})", RULES.get(textOf(rule)) ?? "", textOf(rule))
    } catch (error) {
      decision.textContent = ""
      failed(error)
    }
  })
  return {
    /** Loads the policy, with amounts in the currency of the wallet. */
    load: async (wallet: Money): Promise<void> => {
      balance = wallet
      decision.textContent = ""
      const { accessPolicy } = fieldsOf(await send("GET", "/platform/settings"))
      found("no-policy", HTMLElement).hidden = accessPolicy !== undefined
      describe("policy", linesOf(fieldsOf(accessPolicy), wallet))
    }
  }
}

type Line = readonly [term: string, words: string]

const linesOf = ({ operations, payments, sessions }: Fields, wallet: Money): ReadonlyArray<Line> => {
  const { credentialTypes } = fieldsOf(sessions)
  const { destinationMinAgeSeconds: age, limits } = fieldsOf(payments)
  return [
    ...(credentialTypes === undefined ? [] : [[t("Open a session"), typesIn(credentialTypes)] as const]),
    ...itemsOf(operations).map((rule) => ruleLine(rule, wallet)),
    ...itemsOf(limits).map((limit) => limitLine(limit, wallet)),
    ...(age === undefined ? [] : [[t("Account to pay"), t("unchanged for {0}", durationOf(numberOf(age)))] as const])
  ]
}

const named = (operations: unknown): string => textsOf(operations).map(statusName).join(", ")

const ruleLine = ({ above, credentialTypes, maxSessionAgeSeconds: age, operations }: Fields, wallet: Money): Line => [
  above === undefined ? named(operations) : t("{0} above {1}", named(operations), moneyIn(above, wallet)),
  [
    ...(credentialTypes === undefined ? [] : [typesIn(credentialTypes)]),
    ...(age === undefined ? [] : [t("signed in less than {0} ago", durationOf(numberOf(age)))])
  ].join(", ")
]

const limitLine = ({ currency, perDay, perPayment }: Fields, wallet: Money): Line => {
  const of = (amount: unknown) => moneyIn({ amount, currency }, wallet)
  const each = perPayment === undefined ? [] : [t("at most {0} each", of(perPayment))]
  return [
    t("Payments in {0}", textOf(currency)),
    [...each, ...(perDay === undefined ? [] : [t("{0} a day", of(perDay))])].join(", ")
  ]
}

/** An amount without the decimals of its currency. Those of the wallet's own currency are known. */
export const moneyIn = (money: unknown, wallet: Money): string => {
  const { amount, currency } = fieldsOf(money)
  return currency === wallet.code
    ? inWords({ ...wallet, amount: numberOf(amount) })
    : t("{0} of the smallest unit of {1}", numberOf(amount), textOf(currency))
}

const itemsOf = (value: unknown): ReadonlyArray<Fields> => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textsOf = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(textOf) : [])
const typesIn = (types: unknown): string =>
  new Intl.ListFormat(tag, { type: "disjunction" }).format(textsOf(types).map((type) => nameOf(type).title))

const durationOf = (seconds: number): string => {
  const [size, unit] = SIZES.find(([each]) => seconds % each === 0) ?? [1, "second"]
  const count = seconds / size
  return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(count)
}

const SIZES = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"]
] as const

/** The operations that a policy may name, and the login. */
export const OPERATIONS = [
  "LOGIN",
  "PAY",
  "EXPORT_WALLET",
  "ADD_CREDENTIAL",
  "CONFIRM_CREDENTIAL",
  "RENAME_CREDENTIAL",
  "REVOKE_CREDENTIAL",
  "REFRESH_SESSION",
  "UPDATE_WALLET",
  "UPDATE_EMAIL",
  "MANAGE_RECOVERY",
  "DELETE_CUSTOMER"
]

/** The rules that refuse, in the words of support. */
export const RULES = new Map([
  ["SESSION_CREDENTIAL_TYPE", t("No session opens with this kind of credential.")],
  ["OPERATION_CREDENTIAL_TYPE", t("The call must be signed by a session of another kind of credential.")],
  [
    "OPERATION_SESSION_AGE",
    t("The sign-in is too long ago. The end user must sign in again; a refresh does not count.")
  ],
  ["PAYMENT_CREDENTIAL_TYPE", t("A payment of this amount must be signed by a session of another kind of credential.")],
  ["PAYMENT_SESSION_AGE", t("For a payment of this amount the sign-in is too long ago. A refresh does not count.")],
  ["PAYMENT_LIMIT", t("The payment is above the limit of one payment.")],
  ["PAYMENT_DAY_LIMIT", t("With what was paid today, the payment is above the limit of a day.")],
  ["DESTINATION_AGE", t("The account to pay was added or changed too recently.")],
  ["DESTINATION_WITHOUT_AGE", t("Only stored accounts may be paid, because a payment address has no age.")]
])
