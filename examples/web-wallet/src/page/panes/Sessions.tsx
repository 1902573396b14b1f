import { useCountersign, useSession } from "@countersign/react"
import { SessionList } from "@countersign/react/account"
import { t } from "../../words/translate.ts"
import type { PaneName } from "../State.ts"
import { ActionButton } from "../ui/Button.tsx"
import { Pane } from "../ui/Pane.tsx"
import { useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** The active sessions of the wallet, and the button that refreshes the one of this browser. */
export const Sessions = ({ shown }: { readonly shown: PaneName }) => {
  const { client } = useWallet()
  const { ahead } = useWalletState()
  const countersign = useCountersign()
  const { session } = useSession()
  return (
    <Pane name="sessions" shown={shown}>
      {/* A clock that was moved may have ended other sessions, and another browser may have opened one. */}
      <SessionList className="sheet" level={3} key={`${ahead} ${shown === "sessions"}`} />
      {session === undefined ? null : (
        <div className="actions">
          <ActionButton
            id="refresh"
            busy={t("Refreshing…")}
            act={async (signer) => {
              countersign.session.enter(await client.refresh(signer()))
              return t("A new session with a new key has started. The previous session is active until it expires.")
            }}
          >
            {t("Refresh this session")}
          </ActionButton>
        </div>
      )}
    </Pane>
  )
}
