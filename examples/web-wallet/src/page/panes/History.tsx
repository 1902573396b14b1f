import { useSession } from "@countersign/react"
import { ActivityList } from "@countersign/react/account"
import { t } from "../../words/translate.ts"
import type { PaneName } from "../State.ts"
import { Pane } from "../ui/Pane.tsx"
import { useWalletState } from "../wallet/useWallet.tsx"

/** What happened to the wallet, newest first. Unlike events, the service stores it and pages through it. */
export const History = ({ shown }: { readonly shown: PaneName }) => {
  const { balance, payments } = useWalletState()
  const { session } = useSession()
  return (
    <Pane name="history" shown={shown}>
      {/* A payment or a sign-in adds an entry. */}
      <ActivityList
        className="sheet"
        level={3}
        limit={20}
        text={{ title: t("What happened to this wallet") }}
        decimals={balance === undefined ? {} : { [balance.code]: balance.decimals }}
        key={`${shown === "history"} ${payments.length} ${session?.id}`}
      />
    </Pane>
  )
}
