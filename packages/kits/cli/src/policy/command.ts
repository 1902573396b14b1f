import { Command, InvalidArgumentError, Option } from "commander"
import {
  type AccessPolicy,
  type DescribedCall,
  explainAccess,
  isAccessOperation,
  type Json,
  readAccessPolicy,
  SIGNED_OPERATIONS
} from "countersign/effect"
import { EXIT, type Exit } from "../exit.ts"
import { fileOrText } from "../fileOrText.ts"
import { print } from "../print.ts"
import { type CallOptions, callService, onServiceCommand } from "../service/Service.ts"
import type { Terminal } from "../Terminal.ts"

interface Described extends CallOptions {
  readonly policy?: string
  readonly operation: DescribedCall["operation"]
  readonly credentialType: DescribedCall["credentialType"]
  readonly sessionAge: number
  readonly amount?: number
  readonly currency?: string
  readonly destinationAge?: number
  readonly paidToday: number
}

/** `countersign policy explain`: decides a described call by a policy of a file, or of a running service. */
export const policyCommand = (terminal: Terminal, exitWith: (code: Exit) => void): Command =>
  new Command("policy").description("Explains access policies.").addCommand(
    onServiceCommand(
      "explain",
      "Reports whether an access policy allows a described call. Exits with 1 if it does not."
    )
      .option("--policy <json>", "the policy, or the settings with it; default: that of the service", fileOrText)
      .requiredOption(
        "--operation <name>",
        `LOGIN, ${Object.keys(SIGNED_OPERATIONS).join(", ")}, or HOST/<name>`,
        operation
      )
      .addOption(
        new Option("--credential-type <type>", "the kind of credential of the session")
          .choices(["EMAIL_OTP", "OAUTH", "PASSKEY"])
          .makeOptionMandatory()
      )
      .option("--session-age <seconds>", "the time since the login", whole, 0)
      .option("--amount <units>", "what a payment debits, in the smallest unit of the currency", whole)
      .option("--currency <code>", "the currency of the wallet")
      .option("--destination-age <seconds>", "the age of the account that is paid; none for a payment address", whole)
      .option("--paid-today <units>", "what the wallet has paid on this day in UTC", whole, 0)
      .action(async (options: Described) => {
        const policy = await policyOf(terminal, options)
        const { isAllowed, message, rule } = explained(policy, options)
        const words = isAllowed ? `ALLOWED  ${message}` : `REFUSED  ${rule}\n         ${message}`
        print(terminal, options, { isAllowed, ...(rule === undefined ? {} : { rule }), message }, words)
        if (!isAllowed) exitWith(EXIT.failed)
      })
  )

const operation = (name: string): DescribedCall["operation"] => {
  if (name === "LOGIN") return name
  if (isAccessOperation(name)) return name
  throw new InvalidArgumentError(`It must be LOGIN, ${Object.keys(SIGNED_OPERATIONS).join(", ")}, HOST or HOST/<name>.`)
}

const whole = (text: string): number => {
  if (!/^\d{1,15}$/u.test(text)) throw new InvalidArgumentError("It must be a whole number.")
  return Number(text)
}

/** The policy of the option, or of the service. A platform without a policy allows every call. */
const policyOf = async (terminal: Terminal, { policy, ...options }: Described): Promise<AccessPolicy> => {
  const found: unknown =
    policy === undefined ? await callService(terminal)(options, "GET", "/platform/settings") : jsonOf(policy)
  const isWhole = typeof found === "object" && found !== null && ("accessPolicy" in found || "revision" in found)
  const wanted: unknown = isWhole ? ("accessPolicy" in found ? found.accessPolicy : {}) : found
  const read = readAccessPolicy(jsonOf(JSON.stringify(wanted)))
  if (read._tag === "Success") return read.success
  const faults = read.failure.map(({ field, message }) => `${field}: ${message}`)
  throw new Error(["The policy is not valid.", ...faults].join("\n  "))
}

const jsonOf = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error("The policy is not JSON. Pass its text, or @ and the name of its file.")
  }
}

interface Explained {
  readonly isAllowed: boolean
  readonly rule?: string
  readonly message: string
}

const explained = (policy: AccessPolicy, call: Described): Explained => {
  const { amount, credentialType, currency, destinationAge, operation, sessionAge } = call
  if (operation === "PAY" && (amount === undefined || currency === undefined)) {
    throw new Error("A payment needs --amount and --currency.")
  }
  const decided = explainAccess(policy, {
    ...call,
    sessionAge: sessionAge * 1000,
    destinationAge: destinationAge === undefined ? undefined : destinationAge * 1000
  })
  if (decided._tag === "Success") {
    const message =
      operation === "LOGIN"
        ? `A credential of type ${credentialType} opens a session.`
        : `A session of ${credentialType} may sign ${operation}, ${sessionAge} s after the login.`
    return { isAllowed: true, message }
  }
  const { failure } = decided
  switch (failure._tag) {
    case "CredentialTypeDisabled":
      return refused(failure.rule, `sessions.credentialTypes does not list ${credentialType}, so it opens no session.`)
    case "StepUpRequired": {
      const { credentialTypes, maxSessionAgeSeconds } = failure
      const needs = [
        ...(credentialTypes === undefined ? [] : [`a session of ${credentialTypes.join(" or ")}`]),
        ...(maxSessionAgeSeconds === undefined ? [] : [`a login less than ${maxSessionAgeSeconds} s ago`])
      ]
      return refused(
        failure.rule,
        `${operation} needs ${needs.join(" and ")}. This is a session of ${credentialType}, ${sessionAge} s after the login.`
      )
    }
    case "PaymentAboveLimit":
      return refused(
        failure.rule,
        failure.rule === "PAYMENT_LIMIT"
          ? `The limit per payment is ${failure.limit} ${currency}. This one debits ${amount}.`
          : `The limit per day is ${failure.limit} ${currency}. ${call.paidToday} were paid today, and this one debits ${amount}.`
      )
    case "DestinationNotAllowed":
      return refused(
        failure.rule,
        `payments.destinationMinAgeSeconds is ${policy.payments?.destinationMinAgeSeconds}. ${
          destinationAge === undefined ? "A payment address has no age." : `The account is ${destinationAge} s old.`
        }`
      )
  }
}

const refused = (rule: string, message: string): Explained => ({ isAllowed: false, rule, message })
