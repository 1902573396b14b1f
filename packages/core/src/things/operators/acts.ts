import { Effect, Result } from "effect"
import type { Bucket } from "../../model/Bucket.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, CredentialId } from "../../model/ids.ts"
import type { Notice } from "../../model/Notice.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import { CurrentPrincipal, vouchersOf } from "../../ports/ApiTokens.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import type { Decision, Leg } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { headRef, requestAuthorised, touchAccount } from "../../steps/receiptPlan.ts"
import { callOf } from "../../steps/signedRetry.ts"
import { combined, type Limited, type Plan, replace } from "../../store/plans.ts"
import { byIndex, type FoundOf, type Stored } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"
import * as InternalAccount from "../accounts/rules/InternalAccount.ts"
import { loadCustomer, noticesOf, statusPlan, usable } from "../accounts/wallets.ts"
import { kindReads } from "../credentials/kinds/index.ts"
import type { KindReads } from "../credentials/kinds/Kind.ts"
import * as Credential from "../credentials/rules/Credential.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import type { Authorised } from "../receipts/rules/chain.ts"
import { named } from "../receipts/rules/Details.ts"
import { type Justification, justificationText, type OperatorAct } from "../receipts/rules/Receipt.ts"
import { accountReads, ended } from "../sessions/open.ts"

interface ActCommand<Id, E> {
  readonly id: Id
  readonly justification: Justification
  readonly act: Act<E>
}

const recordsAt = (environment: EnvironmentKey, accountId: string | FieldOf, kept?: KindReads) => ({
  ...accountReads(environment, accountId),
  head: headRef(environment, accountId),
  credentials: byIndex(Credential.credentials, environment, "account", [accountId]),
  config: configOf(environment),
  kept
})

/** The records of an act. `kept` is of the credential that it concerns. */
type Found = FoundOf<ReturnType<typeof recordsAt>> & Effect.Success<ReturnType<typeof loadCustomer>>

export const prepare = Effect.fnUntraced(function* identifyAct() {
  const principal = yield* CurrentPrincipal
  return { actId: yield* freshId("Lookup"), tokenId: principal?.tokenId ?? null, vouchers: vouchersOf(principal) }
})
type PreparedAct = Effect.Success<ReturnType<typeof prepare>>

interface ActLeg extends Leg<Pick<ActCommand<string, never>, "id">, Found> {}

/** An act: the name in notices, the path of its call, and the changes to a wallet or to a credential of it. */
interface Act<E> {
  readonly name: OperatorAct
  readonly notice: Extract<Notice, { kind: "OPERATOR_ACTED" }>["act"]
  readonly path: `/operator/${"accounts" | "credentials"}/:id/${string}`
  readonly change: (leg: ActLeg, account: Stored<InternalAccount.InternalAccount>) => Result.Result<Plan, E>
}

/**
 * Decides an act on an embedded wallet; no other account has sessions. Each act leaves a receipt, notifies the known
 * addresses of the end user, and writes the account, so that a concurrent login decides again (I5).
 */
export const decide = <E>(leg: ActLeg & { readonly command: ActCommand<string, E>; readonly prepared: PreparedAct }) =>
  Result.gen(function* () {
    const { at, command, environment, found, policy, prepared } = leg
    const { account, credentials, head } = found
    const { act } = command
    if (account === undefined && act.path.startsWith("/operator/credentials")) {
      return yield* Result.fail(new Credential.CredentialNotFound())
    }
    if (account?.value.type !== "EMBEDDED_WALLET") return yield* Result.fail(new InternalAccount.AccountNotFound())
    const { accountId } = yield* usable(account.value)
    const plan = yield* act.change(leg, account)
    const isWritten = plan.changes.some(({ collection }) => collection.name === InternalAccount.internalAccounts.name)
    const concerned = credentials.find(({ id }) => id === command.id)
    const notice = { kind: "OPERATOR_ACTED", act: act.notice } as const
    const noticed = { changes: isWritten ? [] : touchAccount(account, at), drafts: noticesOf(found, notice, at) }
    const decided: Decision<void> & Limited & Receipted = {
      ...combined(plan, noticed),
      reply: undefined,
      limits: [limitOf(environment, accountId, policy)],
      receipts: [
        {
          authorised: authorised(command, prepared),
          chain: { accountId, head, at },
          details: concerned === undefined ? undefined : named(concerned.value)
        }
      ]
    }
    return decided
  })

/** All acts share one limit for each wallet, so that they do not flood its owner with notices (OP6). */
export const limitOf = (
  environment: EnvironmentKey,
  accountId: AccountId,
  { requestsPerAccount }: PolicyValues
): Bucket => ({
  environment,
  key: `operator ${accountId}`,
  ...requestsPerAccount,
  consistency: "eventual"
})

export const authorised = (
  {
    act: { name, path },
    id,
    justification
  }: Pick<ActCommand<string, unknown>, "id" | "justification"> & {
    readonly act: { readonly name: OperatorAct; readonly path: string }
  },
  { actId, tokenId }: PreparedAct
): Authorised => {
  const call = callOf(name, { method: "POST", path: path.replace(":id", id), body: { ...justification } })
  const payload = justificationText(justification)
  return requestAuthorised({ call, payload, requestId: actId }, { type: "OPERATOR", ...justification, tokenId })
}

/** The operation of an act on what `recordsOf` reads: a wallet, or a credential and its wallet. */
const acting =
  <Id extends string>(recordsOf: (id: Id, environment: EnvironmentKey) => ReturnType<typeof recordsAt>) =>
  <E>(act: Act<E>) => {
    const reads = ({ id }: ActCommand<Id, E>, environment: EnvironmentKey) => recordsOf(id, environment)
    const run = operation(reads).more(loadCustomer).prepare(prepare).decide(decide)
    return (id: Id, justification: Justification) => run({ id, justification, act })
  }

const onAccount = acting((id: AccountId, environment) => recordsAt(environment, id))
const onCredential = acting((id: CredentialId, environment) =>
  recordsAt(environment, { collection: Credential.credentials, id, field: "accountId" }, kindReads(environment, id))
)

/** The changes that end the sessions of a wallet, or only those that one credential opened. */
const sessionsEnded = ({ at, found: { active } }: ActLeg, credentialId?: string) =>
  active
    .filter(({ value }) => credentialId === undefined || value.credentialId === credentialId)
    .flatMap((session) => ended(session, at))

const requireCredential = ({ command: { id }, found }: ActLeg) =>
  Result.fromNullishOr(
    found.credentials.find(({ value }) => value.credentialId === id),
    () => new Credential.CredentialNotFound()
  )

export const acts = {
  endSessions: {
    name: "EndSessions",
    notice: "SESSIONS_ENDED",
    path: "/operator/accounts/:id/end-sessions",
    change: (leg: ActLeg) => Result.succeed({ changes: sessionsEnded(leg) })
  },
  suspendAccount: {
    name: "SuspendAccount",
    notice: "ACCOUNT_SUSPENDED",
    path: "/operator/accounts/:id/suspend",
    change: (leg: ActLeg, account: Stored<InternalAccount.InternalAccount>) =>
      Result.map(InternalAccount.suspended(account.value, leg.at), (next) =>
        combined(statusPlan(account, next, leg.at), { changes: sessionsEnded(leg) })
      )
  },
  resumeAccount: {
    name: "ResumeAccount",
    notice: "ACCOUNT_RESUMED",
    path: "/operator/accounts/:id/resume",
    change: ({ at }: ActLeg, account: Stored<InternalAccount.InternalAccount>) =>
      Result.map(InternalAccount.resumed(account.value, at), (next) => statusPlan(account, next, at))
  },
  suspendCredential: {
    name: "SuspendCredential",
    notice: "CREDENTIAL_SUSPENDED",
    path: "/operator/credentials/:id/suspend",
    change: (leg: ActLeg) =>
      Result.flatMap(requireCredential(leg), (credential) =>
        Result.map(Credential.suspended(credential.value, leg.at), (next) => ({
          changes: [replace(credential, next, leg.at), ...sessionsEnded(leg, next.credentialId)]
        }))
      )
  },
  resumeCredential: {
    name: "ResumeCredential",
    notice: "CREDENTIAL_RESUMED",
    path: "/operator/credentials/:id/resume",
    change: (leg: ActLeg) =>
      Result.flatMap(requireCredential(leg), (credential) =>
        Result.map(Credential.resumed(credential.value, leg.at), (next) => ({
          changes: [replace(credential, next, leg.at)]
        }))
      )
  },
  unlockCredential: {
    name: "UnlockCredential",
    notice: "CREDENTIAL_UNLOCKED",
    path: "/operator/credentials/:id/unlock",
    change: ({ at, found: { kept } }: ActLeg) => {
      const otp = kept?.otp
      const current = otp && OneTimeCode.asOf(otp.value, at)
      return otp === undefined || current?._tag !== "Locked"
        ? Result.fail(new Credential.CredentialNotLocked())
        : Result.succeed({ changes: [replace(otp, OneTimeCode.lifted(current), at)] })
    }
  }
} as const

/** Ends all sessions of a wallet. Its credentials open new ones. */
export const operatorEndSessions = onAccount(acts.endSessions)

/** Suspends a wallet and ends its sessions: no session opens, and nothing leaves it. Money may arrive. */
export const operatorSuspendAccount = onAccount(acts.suspendAccount)

/** Ends the suspension of a wallet. Sessions that ended do not open again. */
export const operatorResumeAccount = onAccount(acts.resumeAccount)

/** Suspends a credential and ends its sessions. Other credentials of the wallet continue to work. */
export const operatorSuspendCredential = onCredential(acts.suspendCredential)

/** Ends the suspension of a credential. */
export const operatorResumeCredential = onCredential(acts.resumeCredential)

/** Lifts the lock of an EMAIL_OTP credential after wrong codes. The next code is a recovery code (FA11). */
export const operatorUnlockCredential = onCredential(acts.unlockCredential)
