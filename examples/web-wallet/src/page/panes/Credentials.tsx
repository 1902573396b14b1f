import { isolated } from "@countersign/account-types"
import type { ActiveSession, AuthMethod } from "@countersign/client"
import { PasskeyEnrolment, useCredentials, useSession } from "@countersign/react"
import { type FormEvent, lazy, Suspense, useState } from "react"
import { nameOf } from "../credentialNames.ts"
import { language } from "../language.ts"
import type { PaneName } from "../State.ts"
import { openIdToken } from "../signing/openIdToken.ts"
import { dayAndTime } from "../time.ts"
import { ActionButton, Button } from "../ui/Button.tsx"
import { Choice, TextField } from "../ui/Field.tsx"
import { Pane, Sheet } from "../ui/Pane.tsx"
import { type Row, Rows } from "../ui/Rows.tsx"
import { useAction, useWallet } from "../wallet/useWallet.tsx"

/** What helps if all credentials are lost, in a script that loads after the others. */
const Preparation = lazy(async () => ({ default: (await import("./Later.tsx")).Preparation }))

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
      <Suspense>
        <Preparation isShown={shown === "credentials"} />
      </Suspense>
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
