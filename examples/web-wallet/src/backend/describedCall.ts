import { type DescribedCall, SIGNED_OPERATIONS } from "countersign/effect"
import { fieldsOf } from "./site.ts"

/** Reads a call that an operator describes, for the decision of the access policy. */
export const describedCall = (body: unknown): DescribedCall | undefined => {
  const { amount, currency, destinationAge, operation, paidToday, sessionAge, credentialType: named } = fieldsOf(body)
  const credentialType = TYPES.find((type) => type === named)
  const numbers = [amount, destinationAge, paidToday, sessionAge]
  if (credentialType === undefined || !isOperation(operation) || !numbers.every(isWhole)) return undefined
  return {
    operation,
    credentialType,
    sessionAge: Number(sessionAge ?? 0),
    paidToday: Number(paidToday ?? 0),
    ...(typeof currency === "string" && amount !== undefined ? { currency, amount: Number(amount) } : {}),
    ...(destinationAge === undefined ? {} : { destinationAge: Number(destinationAge) })
  }
}

const TYPES = ["EMAIL_OTP", "OAUTH", "PASSKEY"] as const

const isOperation = (value: unknown): value is keyof typeof SIGNED_OPERATIONS | "LOGIN" =>
  typeof value === "string" && (value === "LOGIN" || Object.hasOwn(SIGNED_OPERATIONS, value))

const isWhole = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
