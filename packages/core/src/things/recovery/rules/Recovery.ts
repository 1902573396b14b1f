import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { hasExpired, Millis } from "../../../model/Environment.ts"
import { AccountId, CredentialId, RecoveryId } from "../../../model/ids.ts"
import type { RecoverySettings } from "../../../model/RecoverySettings.ts"
import * as Collection from "../../../store/Collection.ts"
import { RecoveryDisabled, RecoveryEnded, RecoveryNotReady } from "./refusals.ts"

/** Describes what starts a recovery, and so what the end user needs to complete it. */
export const RecoveryMethod = Schema.Literals(["SAVED_CODE", "GUARDIAN", "OPERATOR"])
export type RecoveryMethod = typeof RecoveryMethod.Type

const common = {
  recoveryId: RecoveryId,
  accountId: AccountId,
  method: RecoveryMethod,
  createdAt: Millis,
  /** From this time until `expiresAt` the recovery can be completed. */
  readyAt: Millis,
  expiresAt: Millis,
  /** The hold that the account had before this recovery. A cancellation restores it. */
  heldBefore: Schema.optionalKey(Millis),
  /** The tokens that vouch for the one whose call started it, if an operator did. */
  startedBy: Schema.optionalKey(Schema.Array(Schema.String))
}

const State = Schema.TaggedUnion({
  Waiting: common,
  Ready: common,
  Completed: { ...common, completedAt: Millis, credentialId: CredentialId },
  Cancelled: { ...common, cancelledAt: Millis },
  Expired: common
})
/** A way back into a wallet whose owner lost every credential. It binds one new credential, or nothing. */
export type Recovery = Machine.Made<"Recovery", typeof State.Type>
export type Ready = Extract<Recovery, { readonly _tag: "Ready" }>
export type Open = Extract<Recovery, { readonly _tag: "Waiting" | "Ready" }>

const Event = Schema.TaggedUnion({
  DelayEnded: {},
  LifetimeEnded: {},
  CredentialBound: { at: Millis, credentialId: CredentialId },
  Objected: { at: Millis }
})

const cancelled = {
  to: "Cancelled" as const,
  with: (recovery: Schema.Struct.Type<typeof common>, { at }: { readonly at: Millis }) => ({
    ...recovery,
    cancelledAt: at
  })
}

const { begin, machine, state, transition } = Machine.make({
  name: "Recovery",
  state: State,
  event: Event,
  begins: "Waiting",
  table: {
    Waiting: {
      DelayEnded: { to: "Ready", with: (recovery) => recovery },
      Objected: cancelled
    },
    Ready: {
      CredentialBound: {
        to: "Completed",
        with: (recovery, { at, credentialId }) => ({ ...recovery, completedAt: at, credentialId })
      },
      Objected: cancelled,
      LifetimeEnded: { to: "Expired", with: (recovery) => recovery }
    },
    Completed: {},
    Cancelled: {},
    Expired: {}
  }
})

export { machine }

export const recoveries = Collection.make({
  name: "recoveries",
  schema: state,
  id: "recoveryId",
  // Many recoveries by saved code may be open, and must not displace the one of another method in a read.
  indexes: { account: ["accountId", "method"], state: ["method", "_tag"] },
  expiry: "expiresAt"
})

/** A new recovery, which waits until `readyAt`. */
export const started = (terms: Omit<Extract<Recovery, { readonly _tag: "Waiting" }>, "_tag">) => begin(terms)

/** The recovery at `at`. The delay and the time to complete it pass without a write. */
export const asOf = (recovery: Recovery, at: Millis): Recovery => {
  const current =
    recovery._tag === "Waiting" && hasExpired(recovery.readyAt, at)
      ? transition(recovery, { _tag: "DelayEnded" })
      : recovery
  return current._tag === "Ready" && hasExpired(current.expiresAt, at)
    ? transition(current, { _tag: "LifetimeEnded" })
    : current
}

/** The recovery, if it can still be completed or cancelled at `at`. */
export const open = (recovery: Recovery, at: Millis): Result.Result<Open, RecoveryEnded> => {
  const current = asOf(recovery, at)
  return current._tag === "Waiting" || current._tag === "Ready"
    ? Result.succeed(current)
    : Result.fail(new RecoveryEnded())
}

/** The recovery, if its delay has passed and it can be completed at `at`. */
export const ready = (recovery: Recovery, at: Millis): Result.Result<Ready, RecoveryEnded | RecoveryNotReady> =>
  Result.flatMap(open(recovery, at), (current) =>
    current._tag === "Ready"
      ? Result.succeed(current)
      : Result.fail(new RecoveryNotReady({ until: current.readyAt, at }))
  )

export const completed = (recovery: Ready, credentialId: CredentialId, at: Millis) =>
  transition(recovery, { _tag: "CredentialBound", at, credentialId })

/** The recovery after the end user, a holder of its cancel token, an operator or another recovery stopped it. */
export const stopped = (recovery: Open, at: Millis) => transition(recovery, { _tag: "Objected", at })

const DAY = 86_400

/** A guardian or an operator may be deceived, so their recoveries wait. A saved code is the end user's own. */
const DELAYS = { GUARDIAN: DAY, OPERATOR: 3 * DAY }
const HOLD_AFTER = 3 * DAY

/**
 * How long a recovery can be completed once it is ready. A saved code is at hand, so its target key lives as long as a
 * code may. After a delay of days the end user gets days.
 */
const OPEN_FOR: { readonly [Method in RecoveryMethod]: Millis } = {
  SAVED_CODE: 600_000,
  GUARDIAN: 3 * DAY * 1000,
  OPERATOR: 3 * DAY * 1000
}

/** The times of a recovery that starts at `at`. Fails if the platform has not turned the method on. */
export const timesOf = (
  { guardians, operators, savedCodes }: RecoverySettings,
  method: RecoveryMethod,
  at: Millis
): Result.Result<{ readonly readyAt: Millis; readonly expiresAt: Millis }, RecoveryDisabled> => {
  const after = (section: { readonly enabled: boolean } | undefined, delay: number) =>
    section?.enabled === true
      ? Result.succeed({ readyAt: at + delay * 1000, expiresAt: at + delay * 1000 + OPEN_FOR[method] })
      : Result.fail(new RecoveryDisabled())
  switch (method) {
    case "SAVED_CODE":
      return after(savedCodes, 0)
    case "GUARDIAN":
      return after(guardians, guardians?.delaySeconds ?? DELAYS.GUARDIAN)
    case "OPERATOR":
      return after(operators, operators?.delaySeconds ?? DELAYS.OPERATOR)
  }
}

/** Until when an account is held whose recovery was completed at `at`. */
export const heldAfter = ({ holdAfterSeconds = HOLD_AFTER }: RecoverySettings, at: Millis): Millis =>
  at + holdAfterSeconds * 1000
