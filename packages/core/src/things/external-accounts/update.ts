import { isJsonObject, type Kind, kindNamed } from "@countersign/account-types"
import { canonicalJson } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { CustomerId, ExternalAccountId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { Secrets } from "../../ports/Secrets.ts"
import type { FieldError } from "../../schema/expected.ts"
import { isTaken } from "../../steps/isTaken.ts"
import { operation } from "../../steps/operation.ts"
import type { Json, JsonObject } from "../../store/Collection.ts"
import { remove } from "../../store/plans.ts"
import { byId, firstBy, load } from "../../store/records.ts"
import { customers, requireNotDeleted } from "../customers/rules/Customer.ts"
import { CustomerNotFound } from "../customers/rules/refusals.ts"
import { openedPayable } from "../payments/ends.ts"
import { transactions } from "../payments/rules/Transaction.ts"
import { type OpenedExternalAccount, opened, type Particulars, requireScope, reseal } from "./read.ts"
import * as ExternalAccount from "./rules/ExternalAccount.ts"
import { type AccountScope, externalAccounts, payable, verificationOrders } from "./rules/ExternalAccount.ts"
import {
  ExternalAccountExists,
  ExternalAccountInUse,
  ExternalAccountInvalid,
  type ExternalAccountMistyped,
  ExternalAccountNotFound,
  ExternalAccountRejected
} from "./rules/refusals.ts"
import * as Status from "./rules/Status.ts"
import { ExternalAccountPatch, placed, reader } from "./rules/schemas.ts"
import { kindOf, normalised, type Rules, verifyFields } from "./rules/verifyFields.ts"
import { requestVerification, rulesOfToday, saved, verifiedReads } from "./verification.ts"

/**
 * Updates an external account. The patched account is validated as a whole. It is verified again if its destination has
 * changed, or if it is enabled after it was disabled.
 */
export const updateExternalAccount = (id: ExternalAccountId, body: Json, scope?: ExternalAccount.AccountScope) =>
  applyPatch({ id, body, scope })

interface UpdateCommand {
  readonly id: ExternalAccountId
  readonly body: Json
  readonly scope: ExternalAccount.AccountScope | undefined
}

export const applyPatch = operation(verifiedReads<UpdateCommand>)
  .check(function editable({ command, found }) {
    return Result.map(requireScope(command.scope, found.account), (record) => {
      // The parts that the patch is validated against, without those that concurrent edits may change.
      const { accountType, currency, nameMatch, revision, sealed: kept, status } = record.value
      return { inputs: { accountType, currency, nameMatch, revision, kept, status }, record }
    })
  })
  .prepare(
    Effect.fnUntraced(function* verifyEdit({ checked: { record }, command: { body, id } }) {
      const before = yield* opened(record.value)
      const { patch, ...edited } = yield* Effect.fromResult(edit(before, body, yield* rulesOfToday))
      const reached = yield* Effect.fromResult(Status.edited(before.account.status, edited.isChanged, patch.status))
      const revision = edited.isChanged ? yield* revisionAfter(before.account) : before.account.revision
      const answer = reached.needsVerification
        ? yield* requestVerification({ externalAccountId: id, revision, ...edited })
        : undefined
      if (answer?.finding.standing === "REJECTED") return yield* new ExternalAccountRejected()
      // An earlier finding does not apply to a changed account.
      const isStale = edited.isChanged || answer !== undefined
      const known = { nameMatch: before.account.nameMatch, verifiedName: before.particulars.verifiedName }
      const { nameMatch, verifiedName } = isStale ? { ...answer?.finding } : known
      const particulars: Particulars = {
        accountInfo: edited.accountInfo,
        ...(verifiedName === undefined ? {} : { verifiedName })
      }
      const { isChanged } = edited
      const kept = yield* reseal(id, particulars, record.value.sealed)
      return { patch, reached, revision, answer, isChanged, nameMatch, particulars, sealed: kept }
    })
  )
  .lost((conflict) => (isTaken(ExternalAccount.externalAccounts)(conflict) ? new ExternalAccountExists() : undefined))
  .decide(function saveEdit(leg) {
    const { at, checked, prepared } = leg
    const { record } = checked
    const { answer, isChanged, nameMatch, particulars, patch, reached, revision } = prepared
    const findings = answer === undefined ? [] : Status.eventsOf(reached.status, answer.finding)
    const { nameMatch: _, ...kept } = record.value
    const { defaultUmaDepositAccount, platformAccountId } = patch
    const fields = {
      ...kept,
      ...(platformAccountId === undefined ? {} : { platformAccountId }),
      ...(defaultUmaDepositAccount === undefined ? {} : { defaultUmaDepositAccount }),
      ...(nameMatch === undefined ? {} : { nameMatch }),
      revision,
      sealed: prepared.sealed,
      ...(isChanged ? { destinationSince: at } : {}),
      updatedAt: at
    }
    const next = Result.getOrThrow(ExternalAccount.moved(record.value, [...reached.events, ...findings], fields))
    return Result.succeed(saved(record, next, particulars, answer, leg))
  })

interface Edited {
  readonly patch: ExternalAccountPatch
  readonly kind: Kind
  readonly accountInfo: JsonObject
  /** Whether the destination or the beneficiary has changed in substance, not only in spelling. */
  readonly isChanged: boolean
}

const read = reader(ExternalAccountPatch)

/**
 * Decodes a patch and validates the patched account. A patch without `accountInfo` is not validated, because the rules
 * may have changed since the account was stored.
 */
export const edit = (
  { account, particulars }: OpenedExternalAccount,
  sentBody: Json,
  rules: Rules
): Result.Result<Edited, ExternalAccountInvalid | ExternalAccountMistyped> => {
  const { body, faults: misplaced } = placed(sentBody)
  const patch = read(body)
  const stored = { kind: kindOf(account.accountType), accountInfo: particulars.accountInfo }
  const sent = isJsonObject(body) ? body.accountInfo : undefined
  if (sent === undefined) {
    return Result.mapBoth(patch, {
      onFailure: (errors) => new ExternalAccountInvalid({ errors }),
      onSuccess: (read): Edited => ({ patch: read, ...stored, isChanged: false })
    })
  }
  const other = isJsonObject(sent) ? otherType(account.accountType, sent.accountType) : []
  const faults = [...(Result.isFailure(patch) ? patch.failure : []), ...misplaced, ...other]
  return Result.flatMap(
    verifyFields(
      { currency: account.currency, accountInfo: merged(stored.accountInfo, sent, other.length > 0) },
      rules,
      faults
    ),
    ({ accountInfo, kind }): Result.Result<Edited, ExternalAccountInvalid> =>
      // With a fault, the validation has failed already.
      Result.mapBoth(patch, {
        onFailure: (errors) => new ExternalAccountInvalid({ errors }),
        onSuccess: (read) => ({ patch: read, kind, accountInfo, isChanged: !isSame({ kind, accountInfo }, stored) })
      })
  )
}

const otherType = (declared: string, sent: Json | undefined): ReadonlyArray<FieldError> => {
  const kind = kindNamed(sent)
  return kind === undefined || (kind.aliasOf ?? kind.accountType) === declared
    ? []
    : [{ field: "accountInfo.accountType", message: `It must be ${declared}: create another account for another type` }]
}

/**
 * A patch of another type is merged as if it had the type of the account, so that its other faults are reported too.
 */
const merged = (stored: JsonObject, sent: Json, isOtherType: boolean): Json => {
  if (!isJsonObject(sent)) return sent
  const { accountType: _, ...others } = sent
  return mergePatch(stored, isOtherType ? others : sent)
}

type Named = Parameters<typeof normalised>[0]

const isSame = (one: Named, other: Named): boolean =>
  canonicalJson(normalised(one)) === canonicalJson(normalised(other))

/** RFC 7396, JSON Merge Patch: objects are merged, null removes a field, anything else replaces what was there. */
export const mergePatch = (target: JsonObject, patch: JsonObject): JsonObject => {
  const unchanged = Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name))
  const merged = Object.entries(patch).flatMap(([name, value]) => {
    if (value === null) return []
    const before = Object.hasOwn(target, name) ? target[name] : undefined
    return [[name, isJsonObject(value) ? mergePatch(isJsonObject(before) ? before : {}, value) : value] as const]
  })
  return Object.fromEntries([...unchanged, ...merged])
}

/**
 * Returns a higher revision with a random increment. A question whose commit failed must not share its revision with
 * the next question: a late finding about the first account would then confirm the second.
 */
const revisionAfter = Effect.fnUntraced(function* ({ revision }: ExternalAccount.ExternalAccount) {
  const { bytes } = yield* Secrets
  return (yield* bytes(4)).reduce((number, byte) => number * 256 + byte, 0) + revision + 1
})

/** Removes an account and all data about its holder. Fails while one of its payments is in progress. */
export const removeExternalAccount = (id: ExternalAccountId, scope?: AccountScope) => removeUnused({ id, scope })

interface RemoveCommand {
  readonly id: ExternalAccountId
  readonly scope: AccountScope | undefined
}

const reads = ({ id }: RemoveCommand, environment: EnvironmentKey) => ({
  account: byId(externalAccounts, environment, id),
  order: byId(verificationOrders, environment, id),
  pending: firstBy(transactions, environment, "externalMoney", [id, "Pending", "transit"]),
  processing: firstBy(transactions, environment, "externalMoney", [id, "Processing", "transit"])
})

export const removeUnused = operation(reads).decide(function removeIfUnused({
  command,
  found: { account, order, pending, processing }
}) {
  return Result.gen(function* () {
    const record = yield* requireScope(command.scope, account)
    if (pending !== undefined || processing !== undefined) return yield* Result.fail(new ExternalAccountInUse())
    const changes = [remove(record), ...(order === undefined ? [] : [remove(order)])]
    return { reply: undefined, changes }
  })
})

/**
 * Returns the normalised account in plain text, if money may be sent to it now: it is ACTIVE, and a sending business
 * meets the requirements. Call it when sending, because an account may be disabled at any time.
 */
export const requireDestination = Effect.fnUntraced(function* (
  id: ExternalAccountId,
  senderId: CustomerId | undefined
) {
  const environment = yield* currentKey
  const { customer, record } = yield* load({
    record: byId(externalAccounts, environment, id),
    customer: senderId === undefined ? undefined : byId(customers, environment, senderId)
  })
  if (record === undefined) return yield* new ExternalAccountNotFound()
  if (senderId !== undefined && customer === undefined) return yield* new CustomerNotFound()
  // An account of one customer cannot be paid by another customer, nor can another customer learn its status.
  if (senderId !== undefined && (record.value.customerId ?? senderId) !== senderId) {
    return yield* new ExternalAccountNotFound()
  }
  const active = yield* Effect.fromResult(payable(record.value))
  if (customer !== undefined) yield* Effect.fromResult(requireNotDeleted(customer.value))
  const { normal } = yield* openedPayable(active, customer?.value)
  return { currency: active.currency, account: normal }
})
