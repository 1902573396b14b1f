import { Schema, Struct } from "effect"

/**
 * The signed operations that a rule may name, with the names under which signed requests store them. A test compares
 * the list with the operations of the sources, so a new signed operation needs a line here.
 */
export const SIGNED_OPERATIONS = {
  ADD_CREDENTIAL: ["AddCredential"],
  CONFIRM_CREDENTIAL: ["ConfirmCredential"],
  RENAME_CREDENTIAL: ["RenameCredential"],
  REVOKE_CREDENTIAL: ["RevokeCredential"],
  REVOKE_SESSION: ["RevokeSession", "RevokeOtherSessions"],
  REFRESH_SESSION: ["RefreshSession"],
  EXPORT_WALLET: ["ExportWallet"],
  UPDATE_WALLET: ["UpdateAccount"],
  UPDATE_EMAIL: ["UpdateCustomer"],
  DELETE_CUSTOMER: ["DeleteCustomer"],
  MANAGE_RECOVERY: ["CreateRecoveryCodes", "AddGuardian", "RemoveGuardian"],
  CANCEL_RECOVERY: ["CancelRecovery"],
  PAY: ["ExecuteQuote"]
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

/** An operation of the service, every call of the host's own, or its own calls of one name. */
export const AccessOperation = Schema.Union([
  Schema.Literals(Struct.keys(SIGNED_OPERATIONS)),
  Schema.String.check(Schema.isPattern(/^HOST(?:\/[^\p{Cc}\p{Cs}]{1,100})?$/u))
]).annotate({ send: `one of ${Object.keys(SIGNED_OPERATIONS).join(", ")}, HOST or HOST/<name>` })
export type AccessOperation = typeof AccessOperation.Type

/**
 * The operations that no rule covers: with any active session an end user ends sessions and objects to a recovery, so
 * that no policy protects a thief (I18).
 */
export const UNRULED: ReadonlyArray<AccessOperation> = ["CANCEL_RECOVERY", "REVOKE_SESSION"]

/** Whether a text names an operation. */
export const isAccessOperation = Schema.is(AccessOperation)

/** The prefix of signed requests of the host's own calls. */
const HOST = "Host/"

const OPERATION_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNED_OPERATIONS).flatMap(([operation, names]) => names.map((name) => [name, operation] as const))
)

/** Returns a function that decides whether a rule that lists these operations covers signed requests of this name. */
export const coverageOf = (name: string): ((listed: ReadonlyArray<AccessOperation>) => boolean) => {
  const known = OPERATION_OF.get(name)
  if (known !== undefined) return (listed) => listed.includes(known)
  if (!name.startsWith(HOST)) return () => false
  const own = `HOST/${name.slice(HOST.length)}`
  return (listed) => listed.includes("HOST") || listed.includes(own)
}

/** The name of the signed requests of an operation, for a call that is only described. */
export const nameOf = (operation: AccessOperation): string => {
  const names = isSigned(operation) ? SIGNED_OPERATIONS[operation] : undefined
  return names?.[0] ?? operation.replace(/^HOST\/?/u, HOST)
}

const isSigned = (operation: string): operation is keyof typeof SIGNED_OPERATIONS =>
  Object.hasOwn(SIGNED_OPERATIONS, operation)
