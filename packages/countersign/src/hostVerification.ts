import { Discovery, Finding, Verification, VerificationUnavailable } from "@countersign/core"
import { Effect, Result, Schema } from "@countersign/core/effect"
import { compiledDecoder } from "@countersign/core/internal"
import type { Shape } from "./portTable.ts"
import type { ExternalAccountOptions } from "./types/hostPorts.ts"

/**
 * Adapts the host's `verify` to the port. Without it, accounts stay pending until the host calls
 * `externalAccounts.reportVerification`.
 */
export const hostVerification = ({ verify }: ExternalAccountOptions): Verification["Service"] =>
  Verification.of({
    verify: ({ account, environment: { platformId }, externalAccountId, revision }) =>
      verify === undefined
        ? Effect.succeed(UNDECIDED)
        : Effect.tryPromise({
            // The result is decoded before it is stored, because a host without types can return any value, even one
            // whose getters throw. `verify` receives a copy of the account, so it cannot change the record that is
            // about to be stored.
            try: async () =>
              readFinding(
                await verify({ id: externalAccountId, revision, platformId, account: structuredClone(account) })
              ),
            catch: (cause) => new VerificationUnavailable({ cause })
          })
  })

const UNDECIDED: Finding = { standing: "UNDECIDED" }
const readFinding = compiledDecoder(Finding, { isStrict: true })

export const externalAccountsShape: Shape = (value) => {
  if (typeof value !== "object" || value === null) return "be an object"
  return "verify" in value && !["function", "undefined"].includes(typeof value.verify)
    ? "have a function as verify, or no verify"
    : undefined
}

/** Returns the host's list of banks. Throws when the list does not match the schema. */
export const checkDiscoveries = (list: unknown): ReadonlyArray<Discovery> =>
  Result.getOrThrowWith(
    readList(list),
    ({ message }) =>
      new Error(
        `externalAccounts.discoveries must list { bankName, displayName, country, currency }: ${message.split("\n")[0]}`
      )
  )

const readList = Schema.decodeUnknownResult(Schema.Array(Discovery))
