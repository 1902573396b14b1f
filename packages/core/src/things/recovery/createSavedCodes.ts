import { encodeUtf8 } from "@countersign/wire"
import { Clock, Effect, Redacted, Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { isUnconfirmed } from "../../model/Voucher.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { codeOf, Secrets, UNAMBIGUOUS } from "../../ports/Secrets.ts"
import { Vault } from "../../ports/Vault.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import type { Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { put } from "../../store/plans.ts"
import { byId, load } from "../../store/records.ts"
import { AccountNotFound, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import {
  beginOnWallet,
  noticedReads,
  noticesOf,
  sealedTo,
  walletOf,
  walletReads,
  walletRef
} from "../accounts/wallets.ts"
import { voucherOf } from "../credentials/add.ts"
import { recoverySettingsOf } from "./recoveryPlan.ts"
import { timesOf } from "./rules/Recovery.ts"
import { made, SAVED_CODE_LENGTH, SAVED_CODES, savedCodeContext, savedCodes } from "./rules/SavedCodes.ts"

export interface CreateSavedCodesCommand {
  readonly accountId: AccountId
  readonly clientPublicKey: string
  /** The request body as received. */
  readonly body: Json
}

export interface CreatedSavedCodes {
  readonly accountId: AccountId
  readonly encryptedRecoveryCodes: string
}

const Intent = Schema.Struct({ accountId: AccountId, clientPublicKey: Schema.String })

const readsToBegin = ({ accountId }: CreateSavedCodesCommand, environment: EnvironmentKey) => ({
  wallet: walletReads(environment, accountId)
})
const readsToFinish = (command: CreateSavedCodesCommand, environment: EnvironmentKey) => ({
  ...noticedReads(command, environment),
  saved: byId(savedCodes, environment, command.accountId)
})

/**
 * Makes the saved recovery codes of a wallet, in place of all older ones. They are delivered once, encrypted to a client
 * key that both legs name; only digests are stored (I7).
 */
export const createSavedCodes = signedRetry({
  name: "CreateRecoveryCodes",
  call: ({ body }) => ({ method: "POST", path: "/auth/recovery-codes", body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  begin: begins(readsToBegin).decide(function askToMakeCodes({ at, command, found: { wallet }, settings }) {
    const { accountId, clientPublicKey } = command
    return Result.flatMap(timesOf(recoverySettingsOf(settings), "SAVED_CODE", at), () => {
      const intent = { accountId, clientPublicKey }
      return beginOnWallet(wallet, rawPayload(accountId, { createRecoveryCodes: intent }), intent)
    })
  }),
  finish: finishes(Intent, readsToFinish)
    .check(function mayHaveCodes({ at, found: { wallet }, settings }) {
      return Result.flatMap(timesOf(recoverySettingsOf(settings), "SAVED_CODE", at), () =>
        Result.map(walletOf(wallet), () => ({}))
      )
    })
    .prepare(
      // The codes, encrypted to the client key, and their digests.
      Effect.fnUntraced(function* drawCodes({ intent }) {
        const { bytes } = yield* Secrets
        const vault = yield* Vault
        const codes: Array<string> = []
        const digests: Array<string> = []
        // From the bytes of the machine: the sandbox replaces mailed codes, which it cannot mail, by a constant.
        while (codes.length < SAVED_CODES) {
          const code = Redacted.value(yield* codeOf(bytes, SAVED_CODE_LENGTH, UNAMBIGUOUS))
          codes.push(code)
          digests.push(yield* vault.digest(code, savedCodeContext(intent.accountId)))
        }
        return { digests, bundle: yield* sealedTo(intent, encodeUtf8(codes.join("\n"))) }
      })
    )
    .decide(function makeCodes({ at, environment, found, intent: { accountId }, policy, prepared, signer }) {
      const { config, customer, saved, wallet } = found
      const voucher = voucherOf(signer, wallet.credentials, { at, policy })
      const next = made({ accountId, digests: prepared.digests }, voucher, saved?.value, at)
      const known = { config, credentials: wallet.credentials, customer }
      return Result.succeed<Finished<CreatedSavedCodes>>({
        reply: { accountId, encryptedRecoveryCodes: prepared.bundle },
        changes: [put(savedCodes, environment, saved, next, at)],
        drafts: noticesOf(known, { kind: "SAVED_CODES_CREATED" }, at)
      })
    })
})

/** The newest codes. `usableFrom`: until then they are not confirmed, and those made before work in their place. */
export interface SavedCodesLeft {
  readonly left: number
  readonly createdAt?: Millis
  readonly usableFrom?: Millis
}

/** Returns how many saved recovery codes a wallet has left, and when they were made. */
export const readSavedCodes = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = yield* currentKey
  const { account, saved } = yield* load({
    account: byId(internalAccounts, environment, accountId),
    saved: byId(savedCodes, environment, accountId)
  })
  if (account?.value.type !== "EMBEDDED_WALLET") return yield* new AccountNotFound()
  if (saved === undefined) return { left: 0 }
  const { createdAt, digests, voucher } = saved.value
  const usable = voucher !== undefined &&
    isUnconfirmed(voucher, yield* Clock.currentTimeMillis) && { usableFrom: voucher.until }
  const left: SavedCodesLeft = { left: digests.length, createdAt, ...usable }
  return left
})
