import { isJsonObject } from "@countersign/account-types"
import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isTaken } from "../../steps/isTaken.ts"
import { operation } from "../../steps/operation.ts"
import type { Json } from "../../store/Collection.ts"
import { unchanged } from "../../store/plans.ts"
import { byId, unguarded } from "../../store/records.ts"
import { customers, requireCustomer } from "../customers/rules/Customer.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { type Particulars, sealed } from "./read.ts"
import { type AccountScope, externalAccounts, initial } from "./rules/ExternalAccount.ts"
import { ExternalAccountExists, ExternalAccountRejected } from "./rules/refusals.ts"
import { NewExternalAccount, NewPlatformAccount, placed, reader } from "./rules/schemas.ts"
import { type Verified, verifyFields } from "./rules/verifyFields.ts"
import { requestVerification, rulesOfToday, saved } from "./verification.ts"

/**
 * Creates an external account of a customer, or of the platform if the body names no customer. The body is validated,
 * then verified, then stored, so a stored account has every field that its country requires.
 */
export const createExternalAccount = (scope: AccountScope, sentBody: Json) =>
  Effect.flatMap(rulesOfToday, ({ rules }) => {
    const { body, faults } = placed(sentBody)
    const read = readers[scope](body)
    const sent = isJsonObject(body) ? body : {}
    const beside = [...(Result.isFailure(read) ? read.failure : []), ...faults]
    return Effect.flatMap(Effect.fromResult(verifyFields(sent, rules, beside)), (verified) =>
      createVerified({ body: Result.getOrThrow(read), verified })
    )
  })

const readers = { customer: reader(NewExternalAccount), platform: reader(NewPlatformAccount) }

interface CreateCommand {
  readonly body: NewExternalAccount
  readonly verified: Verified
}

const reads = ({ body: { customerId } }: CreateCommand, environment: EnvironmentKey) => ({
  owner: customerId === undefined ? undefined : byId(customers, environment, customerId),
  config: unguarded(configOf(environment))
})

export const createVerified = operation(reads, { mayReadRecent: true })
  .check(function ownable({ command: { body }, found: { owner } }) {
    return body.customerId === undefined ? Result.succeed({}) : requireCustomer(owner)
  })
  .prepare(
    // The verifier is called once. Its question is entirely contained in the command.
    Effect.fnUntraced(function* verifyAccount({ command: { verified } }) {
      const { accountInfo, kind } = verified
      const externalAccountId = yield* freshId("ExternalAccount")
      const answer = yield* requestVerification({ externalAccountId, revision: 1, kind, accountInfo })
      const { standing, verifiedName } = answer.finding
      if (standing === "REJECTED") return yield* new ExternalAccountRejected()
      const particulars: Particulars = { accountInfo, ...(verifiedName === undefined ? {} : { verifiedName }) }
      return { externalAccountId, answer, particulars, sealed: yield* sealed(externalAccountId, particulars) }
    })
  )
  .lost((conflict) => (isTaken(externalAccounts)(conflict) ? new ExternalAccountExists() : undefined))
  .decide(function create(leg) {
    const { at, command, found, prepared } = leg
    const { body, verified } = command
    const { owner } = found
    const { customerId, defaultUmaDepositAccount = false, platformAccountId = null } = body
    const { currency, kind } = verified
    const { externalAccountId, answer, particulars } = prepared
    const { nameMatch } = answer.finding
    const fields = {
      externalAccountId,
      scope: customerId === undefined ? ("platform" as const) : ("customer" as const),
      owner: customerId ?? "platform",
      ...(customerId === undefined ? {} : { customerId }),
      platformAccountId,
      currency,
      accountType: kind.aliasOf ?? kind.accountType,
      sealed: prepared.sealed,
      revision: 1,
      ...(nameMatch === undefined ? {} : { nameMatch }),
      defaultUmaDepositAccount,
      createdAt: at,
      updatedAt: at
    }
    const opened = Result.getOrThrow(initial(fields, answer.finding))
    const created = saved(undefined, opened, particulars, answer, leg)
    return Result.succeed({
      ...created,
      guards: [...(owner === undefined ? [] : [unchanged(owner)]), ...(created.guards ?? [])]
    })
  })
