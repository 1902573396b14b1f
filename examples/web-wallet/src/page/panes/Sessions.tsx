import { isolated } from "@countersign/account-types"
import { useCountersign, useSession } from "@countersign/react"
import { nameOf } from "../credentialNames.ts"
import type { PaneName } from "../State.ts"
import { dayAndTime, left } from "../time.ts"
import { ActionButton } from "../ui/Button.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useNow, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** The active sessions of the wallet, with a button to end each, and one for all others. */
export const Sessions = ({ shown }: { readonly shown: PaneName }) => {
  const { client, me, reads } = useWallet()
  const { sessions } = useWalletState()
  const countersign = useCountersign()
  const { session } = useSession()
  const now = useNow()
  return (
    <Pane name="sessions" title="Sessions and devices" shown={shown}>
      <Sheet id="active" title="Active now">
        <Rows
          id="sessions"
          none="There are no active sessions."
          rows={sessions.map(
            ({ address, createdAt, expiresAt, id, lastUsedAt = createdAt, nickname, type, userAgent }) => ({
              key: id,
              title: nameOf(type).title,
              badge: id === session?.id ? "This browser" : undefined,
              lines: [
                nickname,
                `Since ${dayAndTime(createdAt)} UTC, ${left(expiresAt, now)}`,
                `Last used ${dayAndTime(lastUsedAt)} UTC`,
                ...[address, userAgent].flatMap((each) => each ?? [])
              ],
              action: (
                <ActionButton
                  className="quiet signs small"
                  busy="Ending…"
                  about={`the session of ${isolated(nickname)}`}
                  act={async (signer) => {
                    if (id === signer().id) await countersign.session.signOut()
                    else await client.sessions.revoke(id, { signer: signer() })
                    await reads.access()
                    return "The session has ended."
                  }}
                >
                  {id === session?.id ? "Sign out" : "End"}
                </ActionButton>
              )
            })
          )}
        />
        {session === undefined ? null : (
          <div className="actions">
            <ActionButton
              id="refresh"
              busy="Refreshing…"
              act={async (signer) => {
                countersign.session.enter(await client.refresh(signer()))
                await reads.access()
                return "A new session with a new key has started. The previous session is active until it expires."
              }}
            >
              Refresh this session
            </ActionButton>
            {sessions.length < 2 ? null : (
              <ActionButton
                id="end-others"
                busy="Ending…"
                act={async (signer) => {
                  await client.sessions.revokeOthers(me.accountId, { signer: signer() })
                  await reads.access()
                  return "All other sessions have ended."
                }}
              >
                End all other sessions
              </ActionButton>
            )}
          </div>
        )}
      </Sheet>
    </Pane>
  )
}
