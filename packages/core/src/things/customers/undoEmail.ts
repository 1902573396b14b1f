import { Effect, Result } from "effect"
import type { Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Voucher } from "../../model/Voucher.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Call } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { before, combined, firstOfEach, type Limited, noChanges, type Plan, put, Recorded } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import { endedKin, type Kin, loadKin, returnPlan, vouchedBeside } from "../credentials/resting.ts"
import { type Credential, descendantsOf, readdressed, takenBack } from "../credentials/rules/Credential.ts"
import { ended } from "../sessions/open.ts"
import { customerReads, loadMoving, mailedReceipts, movedProfile, movePlan, noticesToBoth } from "./moveEmail.ts"
import { requireCustomer } from "./rules/Customer.ts"
import { addressBound, emailChanges, UndoTokenRefused, undone } from "./rules/EmailChange.ts"

export interface UndoEmailCommand {
  readonly customerId: CustomerId
  readonly undoToken: string
}

/**
 * Undoes a change of the address with the token that was mailed to the previous address, and every later change. The
 * previous address and its EMAIL_OTP credentials are restored, and all sessions that EMAIL_OTP credentials opened end.
 * Credentials that these added since the change are suspended, guardians and saved codes are removed, and an EMAIL_OTP credential that rests returns.
 * Pending codes and a pending change are void. Both addresses are notified.
 */
export const undoEmail = operation(customerReads<UndoEmailCommand>)
  .more(
    Effect.fnUntraced(function* loadLineage(leg) {
      const { environment, found } = leg
      const moving = yield* loadMoving(leg)
      return {
        ...moving,
        kin: yield* Effect.forEach(found.wallets, ({ value }) => loadKin(environment, value.accountId))
      }
    })
  )
  // A refused token is not a failure of this step, because its refusal consumes a token of the rate limit.
  .check(function matchToken({ at, command, found }) {
    return Result.map(requireCustomer(found.customer), ({ record }) => {
      const undo = undone(found.emails?.value, command.undoToken, at)
      const restored = Result.isSuccess(undo) ? undo.success.restored : undefined
      const owners = found.owners.map(({ value }) => value)
      return { inputs: { customer: record.value, owners, email: restored?.email }, record, undo }
    })
  })
  .prepare(
    Effect.fnUntraced(function* sealProfile({ checked }) {
      const { customer, email, owners } = checked.inputs
      return {
        moved: email === undefined ? undefined : yield* movedProfile(customer, owners, email),
        consumed: yield* freshId("Lookup")
      }
    })
  )
  .lost((conflict) => (isLate(conflict) ? new UndoTokenRefused() : undefined))
  .decide(function restoreAddress(leg) {
    const { at, checked, command, environment, found, policy, prepared } = leg
    const { record, undo } = checked
    const { consumed, moved } = prepared
    if (Result.isFailure(undo) || moved === undefined) {
      // Only refused tokens count, so a caller who guesses cannot keep the owner of the old address from undoing.
      const key = `undo ${command.customerId}`
      const limits = [{ environment, key, ...policy.challengesPerCredential, consistency: "strong" } as const]
      const refused: Plan & Limited = { ...noChanges, limits }
      return Result.fail(new Recorded(refused, new UndoTokenRefused()))
    }
    const { next, restored } = undo.success
    const { plan, view } = movePlan(record, moved, found, addressBound(next, at), at, takenBack)
    const sessions = found.sessions.filter(({ value }) => value.credentialType === "EMAIL_OTP")
    const lineage = found.kin.map((kin) => kinPlan(kin, restored, addressBound(next, at), leg))
    const more: Plan = {
      changes: [
        put(emailChanges, environment, found.emails, next, at),
        ...sessions.flatMap((session) => ended(session, at))
      ],
      guards: [before(restored.until)],
      drafts: noticesToBoth("EMAIL_RESTORED", [restored.email, record.value.email], found.config, at)
    }
    const { undoToken } = command
    const act = { name: "UndoEmail", path: "undo", body: { undoToken }, consumed } as const
    const all = combined(...lineage, plan, more)
    const receipts = mailedReceipts(leg, act, restored.email)
    return Result.succeed({ ...all, changes: firstOfEach(all.changes), ...receipts, reply: view })
  })

/**
 * The end of what the new address vouched for, confirmed or not, in one wallet. An EMAIL_OTP credential that rests
 * returns with the restored address.
 */
const kinPlan = (
  found: Kin,
  { email, since = 0 }: { readonly email: string; readonly since?: Millis },
  bound: Voucher | undefined,
  leg: Pick<Call<unknown>, "at" | "environment" | "policy">
): Plan => {
  const { at } = leg
  // The undo itself writes the record of the address.
  const kin = { ...found, emails: undefined }
  const isTied = ({ value }: Stored<Credential>) => value.type === "EMAIL_OTP"
  const returns = kin.resting.filter(isTied).flatMap((resting) =>
    Result.match(returnPlan(resting, readdressed(resting.value, email, bound, at), kin, leg), {
      onFailure: () => [],
      onSuccess: ({ plan }) => [plan]
    })
  )
  const tied = kin.siblings.filter(isTied).map(({ value }) => value.credentialId)
  const ends = descendantsOf(tied, kin.siblings, ({ createdAt }) => createdAt >= since)
  const over = [...tied, ...ends.map(({ value }) => value.credentialId)]
  const changes = [...endedKin(ends, undefined, kin, at), ...vouchedBeside(over, kin, at, since)]
  return combined(...returns, { changes })
}
