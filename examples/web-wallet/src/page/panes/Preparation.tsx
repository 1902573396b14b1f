import { isolated } from "@countersign/account-types"
import { RecoveryCodes } from "@countersign/react/account"
import { type FormEvent, useState } from "react"
import { t } from "../../words/translate.ts"
import { ActionButton, Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useAction, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** Recovery codes and guardians, prepared against the loss of every credential. */
export const Preparation = ({ isShown }: { readonly isShown: boolean }) => {
  const { client, me, reads } = useWallet()
  const { codesLeft, guardians } = useWalletState()
  const { isBusy, run } = useAction()
  const [name, setName] = useState("Grace")
  const { accountId } = me

  const addGuardian = (event: FormEvent) => {
    event.preventDefault()
    run(async (signer) => {
      const added = await client.guardians.add({ accountId, nickname: name.trim() || t("Guardian"), signer: signer() })
      await reads.access()
      return t("{0} is a guardian now, who can start a recovery and nothing else.", isolated(added.nickname))
    })
  }
  return (
    <Sheet id="recovery" className="sheet stack" title={t("If you lose them")}>
      <p className="hint" id="codes-left">
        {codesLeft === 0 ? t("You have no recovery codes.") : t("You have {0} unused recovery codes.", codesLeft)}
      </p>
      {/* The codes are shown once: they leave the page with the pane. */}
      <RecoveryCodes level={4} key={`${isShown}`} onCreated={reads.access} />
      <p className="hint">{t("A guardian is a person whose passkey can start a recovery, and nothing else.")}</p>
      <Rows
        id="guardians"
        rows={guardians.map(({ id, nickname }) => ({
          key: id,
          title: nickname,
          lines: [t("Guardian")],
          action: (
            <ActionButton
              className="quiet signs small"
              busy={t("Removing…")}
              about={t("the guardian {0}", isolated(nickname))}
              act={async (signer) => {
                await client.guardians.remove(id, { signer: signer() })
                await reads.access()
                return t("The guardian has been removed.")
              }}
            >
              {t("Remove")}
            </ActionButton>
          )
        }))}
      />
      <form className="line" id="add-guardian" noValidate onSubmit={addGuardian}>
        <TextField id="guardian-name" label={t("Name of a guardian")} maxLength={60} value={name} onChange={setName} />
        <Button
          type="submit"
          className="signs quiet"
          id="add-guardian-send"
          isBusy={isBusy}
          busy={t("Follow the prompt of the passkey…")}
        >
          {t("Add the guardian's passkey")}
        </Button>
      </form>
    </Sheet>
  )
}
