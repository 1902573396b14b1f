import { t } from "../../words/translate.ts"
import { AccountForm } from "../form/AccountForm.tsx"
import type { PaneName } from "../State.ts"
import { statusName } from "../statusName.ts"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useWalletState } from "../wallet/useWallet.tsx"

/** The saved external accounts, above the form that adds one. */
export const Accounts = ({ shown }: { readonly shown: PaneName }) => {
  const { accounts } = useWalletState()
  return (
    <Pane name="accounts" title={t("Accounts to pay")} shown={shown}>
      <Sheet id="saved" title={t("Saved accounts")}>
        <Rows
          id="stored"
          none={t("There are no accounts yet.")}
          rows={accounts.map(({ beneficiary, currency, id, kind, number, status }) => ({
            key: id,
            title: beneficiary || t("{0} wallet", currency),
            badge: statusName(status),
            lines: [`${kind}: ${number}`],
            aside: currency
          }))}
        />
      </Sheet>
      <AccountForm />
    </Pane>
  )
}
