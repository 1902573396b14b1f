"use client"

import type { AuthMethod } from "@countersign/client"
import { useMemo } from "react"
import { makeActions } from "../action.ts"
import { requireSession, useCountersign, useStore } from "../CountersignProvider.tsx"
import { useCredentials } from "../useCredentials.ts"

/** The result of `usePasskeys`. */
export interface UsePasskeys {
  /** The passkeys of the wallet; `undefined` until they were read. */
  readonly passkeys: readonly AuthMethod[] | undefined
  /**
   * Creates a passkey on this device and adds it to the wallet, signed by the session. The first credential of a wallet
   * needs no session. Resolves to `undefined` when it failed; `error` has the cause.
   */
  readonly register: (nickname: string) => Promise<AuthMethod | undefined>
  /** Confirms a passkey before `unconfirmedUntil`, signed by a session of an older credential that did not add it. */
  readonly confirm: (credentialId: string) => Promise<AuthMethod | undefined>
  /** Renames a passkey, signed by the session. */
  readonly rename: (credentialId: string, nickname: string) => Promise<AuthMethod | undefined>
  /** Removes a passkey, signed by a session of another credential. Resolves to whether it was removed. */
  readonly remove: (credentialId: string) => Promise<boolean>
  /** Whether an action is running. Another one is then ignored. */
  readonly isBusy: boolean
  /** The error of the last action, or of the last read of the passkeys. */
  readonly error: unknown
}

/** Lists, adds, confirms, renames and removes the passkeys of the wallet. */
export const usePasskeys = (): UsePasskeys => {
  const countersign = useCountersign()
  const { accountId, client, credentials, session } = countersign
  const actions = useMemo(() => makeActions(session.verify), [session])
  const methods = useMemo(() => {
    const changed = <T>(change: () => Promise<T>): Promise<T | undefined> =>
      actions.run(async () => {
        const result = await change()
        await credentials.reload()
        return result
      })
    const signed = () => ({ signer: requireSession(countersign) })
    return {
      register: async (nickname: string) => {
        const added = await changed(async () => {
          const isFirst = credentials.state().data?.length === 0
          return client.passkeys.register({ accountId, nickname, ...(isFirst ? {} : signed()) })
        })
        // The list has what the answer to a registration has not, such as `unconfirmedUntil`.
        return credentials.state().data?.find(({ id }) => id === added?.id) ?? added
      },
      confirm: (credentialId: string) => changed(async () => client.credentials.confirm(credentialId, signed())),
      rename: (credentialId: string, nickname: string) =>
        changed(async () => client.credentials.rename(credentialId, nickname, signed())),
      remove: async (credentialId: string) =>
        Boolean(
          await changed(async () => {
            await client.revokeCredential(credentialId, signed())
            return true
          })
        )
    }
  }, [accountId, actions, client, countersign, credentials])
  const { credentials: data, error: loadError } = useCredentials()
  const { error, isBusy } = useStore(actions)
  return {
    ...methods,
    passkeys: useMemo(() => data?.filter(({ type }) => type === "PASSKEY"), [data]),
    isBusy,
    error: error ?? loadError
  }
}
