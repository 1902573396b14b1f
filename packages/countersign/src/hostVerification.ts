import { Discovery, Finding, Verification, VerificationUnavailable } from "@countersign/core"
import { plainly } from "@countersign/core/internal"
import { Effect, Result, Schema } from "effect"
import type { ExternalAccountOptions } from "./options.ts"

/** The host's verifier behind the port. Without one every account waits until `externalAccounts.settle` is told. */
export const hostVerification = ({ verify }: ExternalAccountOptions): Verification["Service"] =>
  Verification.of({
    verify: ({ account, environment: { platformId }, externalAccountId, revision }) =>
      verify === undefined
        ? Effect.succeed(UNDECIDED)
        : Effect.tryPromise({
            // What a host without types answers is judged, and not stored unread. To read it may fail in any way. And
            // what it is given is its own to change: the account itself is yet to be stored.
            try: async () =>
              readFinding(
                await verify({ id: externalAccountId, revision, platformId, account: structuredClone(account) })
              ),
            catch: (cause) => new VerificationUnavailable({ cause })
          })
  })

const UNDECIDED: Finding = { standing: "UNDECIDED" }
const readFinding = plainly(Finding, { isStrict: true })

/** The host's list of banks; one that is not of its shape is a mistake of its configuration. */
export const checkDiscoveries = (list: unknown): ReadonlyArray<Discovery> =>
  Result.getOrThrowWith(
    readList(list),
    ({ message }) =>
      new Error(
        `externalAccounts.discoveries must list { bankName, displayName, country, currency }: ${message.split("\n")[0]}`
      )
  )

const readList = Schema.decodeUnknownResult(Schema.Array(Discovery))
