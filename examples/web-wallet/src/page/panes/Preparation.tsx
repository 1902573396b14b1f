import { isolated } from "@countersign/account-types"
import { type FormEvent, useEffect, useRef, useState } from "react"
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
  const [codes, setCodes] = useState<readonly string[]>([])
  const [name, setName] = useState("Grace")
  const list = useRef<HTMLOListElement>(null)
  const { accountId } = me
  useEffect(() => {
    if (codes.length > 0) list.current?.focus()
  }, [codes])
  // The codes are shown once: they leave the page with the pane.
  useEffect(() => {
    if (!isShown) setCodes([])
  }, [isShown])

  const addGuardian = (event: FormEvent) => {
    event.preventDefault()
    run(async (signer) => {
      const added = await client.guardians.add({ accountId, nickname: name.trim() || "Guardian", signer: signer() })
      await reads.access()
      return `${isolated(added.nickname)} is a guardian now, who can start a recovery and nothing else.`
    })
  }
  return (
    <Sheet id="recovery" className="sheet stack" title="If you lose them">
      <p className="hint" id="codes-left">
        {codesLeft === 0 ? "You have no recovery codes." : `You have ${codesLeft} unused recovery codes.`}
      </p>
      {codes.length === 0 ? null : (
        <ol className="codes mono" id="codes" aria-label="Recovery codes" tabIndex={-1} ref={list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      )}
      <ActionButton
        id="make-codes"
        busy="Making the codes…"
        act={async (signer) => {
          setCodes(await client.recovery.createCodes(accountId, { signer: signer() }))
          await reads.access()
          return "These codes are shown once. Store them apart from this device. Older codes no longer work."
        }}
      >
        Make recovery codes
      </ActionButton>
      <p className="hint">A guardian is a person whose passkey can start a recovery, and nothing else.</p>
      <Rows
        id="guardians"
        rows={guardians.map(({ id, nickname }) => ({
          key: id,
          title: nickname,
          lines: ["Guardian"],
          action: (
            <ActionButton
              className="quiet signs small"
              busy="Removing…"
              about={`the guardian ${isolated(nickname)}`}
              act={async (signer) => {
                await client.guardians.remove(id, { signer: signer() })
                await reads.access()
                return "The guardian has been removed."
              }}
            >
              Remove
            </ActionButton>
          )
        }))}
      />
      <form className="line" id="add-guardian" noValidate onSubmit={addGuardian}>
        <TextField id="guardian-name" label="Name of a guardian" maxLength={60} value={name} onChange={setName} />
        <Button
          type="submit"
          className="signs quiet"
          id="add-guardian-send"
          isBusy={isBusy}
          busy="Follow the prompt of the passkey…"
        >
          Add the guardian's passkey
        </Button>
      </form>
    </Sheet>
  )
}
