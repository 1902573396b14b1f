import { isolated } from "@countersign/account-types"
import type { ActiveSession, AuthMethod } from "@countersign/client"
import { PasskeyEnrolment, useCredentials, useSession } from "@countersign/react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { nameOf } from "../credentialNames.ts"
import { language } from "../language.ts"
import type { PaneName } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import { dayAndTime } from "../time.ts"
import { ActionButton, Button } from "../ui/Button.tsx"
import { Choice, TextField } from "../ui/Field.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { type Row, Rows } from "../ui/Rows.tsx"
import { useAction, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** The credentials of the wallet, with the controls to add, rename and remove them, and what helps if all are lost. */
export const Credentials = ({ shown }: { readonly shown: PaneName }) => {
  const { client, me, reads } = useWallet()
  const { session } = useSession()
  const { credentials = [], reload } = useCredentials()
  const changed = async (words: string) => {
    await Promise.all([reload(), reads.access()])
    return words
  }
  const { accountId } = me
  return (
    <Pane name="credentials" title="Credentials" shown={shown}>
      <Sheet id="held" title="Ways to sign in">
        <Rows
          id="credentials"
          rows={credentials.map((credential) => rowOf(credential, openerOf(session, credentials)))}
        />
        <Rename passkeys={credentials.filter(({ type }) => type === "PASSKEY")} />
      </Sheet>
      <Sheet id="add" title="Add another">
        <PasskeyEnrolment className="line" text={language.tag === "en" ? { nickname: "My laptop" } : {}} />
        <div className="actions">
          <ActionButton
            id="add-openid"
            busy="Sign in in the other window…"
            act={async (signer) => {
              const session = signer()
              // A token is bound to a key at sign-in only. Here it proves the identity, and the session signs.
              const oidcToken = await openIdToken("")
              const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: session })
              return changed(`The identity ${isolated(added.nickname)} has been added. You can sign in with it.`)
            }}
          >
            Add an OpenID identity
          </ActionButton>
          {credentials.some(({ type }) => type === "EMAIL_OTP") ? null : (
            <ActionButton
              id="add-email"
              busy="Adding…"
              act={async (signer) => {
                await client.addCredential({ type: "EMAIL_OTP", accountId }, { signer: signer() })
                return changed("Codes by e-mail have been added. You can now sign in with them.")
              }}
            >
              Add codes by e-mail
            </ActionButton>
          )}
        </div>
        <p className="hint">
          Your session signs each change. You cannot remove the credential that you signed in with, or the last one.
        </p>
      </Sheet>
      <Preparation isShown={shown === "credentials"} />
    </Pane>
  )
}

const rowOf = (credential: AuthMethod, opened: string | undefined): Row => {
  const { backedUp, createdAt, id, lastUsedAt, nickname, status, type } = credential
  return {
    key: id,
    title: nameOf(type).title,
    badge: status === "SUSPENDED" ? "Suspended" : id === opened ? "Opened this session" : undefined,
    isStopped: status === "SUSPENDED",
    lines: [
      nickname,
      `Added ${dayAndTime(createdAt)} UTC`,
      lastUsedAt === undefined ? "Not used yet" : `Last sign-in ${dayAndTime(lastUsedAt)} UTC`,
      ...(backedUp === undefined ? [] : [backedUp ? "Backed up" : "On one device only"])
    ],
    action: id === opened ? undefined : <Remove credential={credential} />
  }
}

const Remove = ({ credential: { id, nickname, type } }: { readonly credential: AuthMethod }) => {
  const { client, reads } = useWallet()
  const { reload } = useCredentials()
  return (
    <ActionButton
      className="quiet signs small"
      busy="Removing…"
      about={`${nameOf(type).title} ${isolated(nickname)}`}
      act={async (signer) => {
        await client.revokeCredential(id, { signer: signer() })
        await Promise.all([reload(), reads.access()])
        return "The credential has been removed, and its sessions have ended."
      }}
    >
      Remove
    </ActionButton>
  )
}

/**
 * The credential that opened a session, if it is unambiguous: a session has the type and nickname of its credential.
 * The API does not let a session remove the credential that opened it.
 */
const openerOf = (session: ActiveSession | undefined, credentials: readonly AuthMethod[]): string | undefined => {
  const alike = credentials.filter(({ nickname, type }) => type === session?.type && nickname === session.nickname)
  return alike.length === 1 ? alike[0]?.id : undefined
}

const Rename = ({ passkeys }: { readonly passkeys: readonly AuthMethod[] }) => {
  const { client } = useWallet()
  const { reload } = useCredentials()
  const { isBusy, run } = useAction()
  const [chosen, setChosen] = useState("")
  const [name, setName] = useState("")
  const passkey = passkeys.find(({ id }) => id === chosen) ?? passkeys[0]
  if (passkey === undefined) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(async (signer) => {
      const { nickname } = await client.credentials.rename(passkey.id, name.trim(), { signer: signer() })
      await reload()
      return `The passkey is now named “${isolated(nickname)}”.`
    })
  }
  return (
    <form className="line" id="rename" noValidate onSubmit={submit}>
      <Choice
        id="passkeys"
        label="Passkey"
        value={passkey.id}
        onChange={setChosen}
        options={passkeys.map(({ id, nickname }) => [id, nickname])}
      />
      <TextField id="new-name" label="New name" maxLength={100} value={name} onChange={setName} />
      <Button type="submit" className="signs quiet" id="rename-send" isBusy={isBusy} busy="Renaming…">
        Rename
      </Button>
    </form>
  )
}

/** Recovery codes and guardians, prepared against the loss of every credential. */
const Preparation = ({ isShown }: { readonly isShown: boolean }) => {
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
