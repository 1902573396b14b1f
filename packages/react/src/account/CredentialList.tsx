"use client"

import type { AuthMethod } from "@countersign/client"
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { formatDate } from "../amount.ts"
import { useCountersign } from "../CountersignProvider.tsx"
import { isolated } from "../isolated.ts"
import { PasskeyEnrolment } from "../passkeys/PasskeyEnrolment.tsx"
import { useSession } from "../session/useSession.ts"
import { useCredentials } from "../useCredentials.ts"
import { openerOf } from "./openerOf.ts"
import { type Level, Listed, Outcome, Row, RowButton } from "./parts.tsx"
import { useAccountText } from "./useAccountText.ts"
import { useSignedAct } from "./useSignedAct.ts"

/** The words of `CredentialList`. */
export interface CredentialListText {
  /** The heading: "Ways to sign in". */
  readonly title: string
  /** Shown instead of an empty list. */
  readonly none: string
  /** When the credential was added. `date` has the form of the language. */
  readonly added: (date: string) => string
  /** When it last opened a session. */
  readonly lastUsed: (date: string) => string
  /** In place of it before the first sign-in. */
  readonly unused: string
  /** A passkey that is stored on several devices. */
  readonly backedUp: string
  /** A passkey that is stored on one device only. */
  readonly onOneDevice: string
  /** Until when it can do no more than the sign-in that added it. */
  readonly unconfirmed: (date: string) => string
  /** The mark of the credential that opened the session of this browser. */
  readonly opener: string
  /** The mark of a credential that an operator has suspended. */
  readonly suspended: string
  /** The button that ends `unconfirmed` early. */
  readonly confirm: string
  /** The status after it. */
  readonly confirmed: string
  /** The button that opens the form with a new name of a passkey. */
  readonly rename: string
  /** The label of the new name. */
  readonly newName: string
  /** The button that stores it. */
  readonly save: string
  /** The status after it. */
  readonly renamed: (nickname: string) => string
  /** The button that removes a credential. */
  readonly remove: string
  /** The title of the review before it. */
  readonly removeTitle: (name: string) => string
  /** The button that signs the removal. */
  readonly removeApprove: string
  /** The status after it. */
  readonly removed: string
}

/** The properties of `CredentialList`. */
export interface CredentialListProps {
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: Level
  /** Replaces some of the words. */
  readonly text?: Partial<CredentialListText>
  /** The class of the section. */
  readonly className?: string
  /** Shown after the form that adds a passkey, such as your own ways to add another credential. */
  readonly children?: ReactNode
}

/**
 * The ways to sign in to the wallet, with buttons that rename and remove them, and the form that adds a passkey. A
 * removal shows its signed terms first. The credential that opened the session of this browser has no such button,
 * because the API refuses it. While the end user is signed out, the list has no buttons. A row has the parts `row`,
 * `row-name`, `row-badge`, `row-line` and `row-actions`; the last action has `act-status` and `act-error`.
 * Parts: `credentials`, `title`, `rows`, `rename`, `confirm`, `remove`, `rename-form`, `rename-label`, `rename-field`, `rename-save`, `rename-cancel`.
 */
export const CredentialList = ({ children, className, level = 2, text }: CredentialListProps) => {
  const { language, words } = useAccountText()
  const said = { ...words.credentials, ...text }
  const { client } = useCountersign()
  const { session, status } = useSession()
  const { credentials, error, reload } = useCredentials()
  const act = useSignedAct()
  const [renaming, setRenaming] = useState<string>()
  const id = useId()
  const Title = `h${level}` as const
  const opener = session === undefined ? undefined : openerOf(session, credentials ?? [])
  const wasSignedOut = useRef(false)
  // A sign-in changes when its credential was last used.
  useEffect(() => {
    if (status === "signed-in" && wasSignedOut.current) void reload()
    wasSignedOut.current = status === "signed-out"
  }, [status, reload])
  const renamed = useRef(renaming)
  // The form that had the focus is gone.
  useEffect(() => {
    if (renaming === undefined && document.activeElement === document.body)
      document.getElementById(`${id}-${renamed.current}-rename`)?.focus()
    renamed.current = renaming
  }, [renaming, id])
  const dateOf = (instant: string) => formatDate(instant, language.tag)
  const nameOf = ({ nickname, type }: AuthMethod) => `${words.shared.credentialType(type)} ${isolated(nickname)}`

  const remove = (credential: AuthMethod) =>
    act.act(
      async (by) => {
        await client.revokeCredential(credential.id, by)
        await reload()
        return said.removed
      },
      { title: said.removeTitle(nameOf(credential)), approve: said.removeApprove }
    )
  const confirm = (credential: AuthMethod) =>
    act.act(async ({ signer }) => {
      await client.credentials.confirm(credential.id, { signer })
      await reload()
      return said.confirmed
    })
  const rename = (credential: AuthMethod, name: string) =>
    act.act(async ({ signer }) => {
      const { nickname } = await client.credentials.rename(credential.id, name, { signer })
      await reload()
      setRenaming(undefined)
      return said.renamed(isolated(nickname))
    })
  const linesOf = ({ backedUp, createdAt, lastUsedAt, unconfirmedUntil }: AuthMethod) => [
    said.added(dateOf(createdAt)),
    lastUsedAt === undefined ? said.unused : said.lastUsed(dateOf(lastUsedAt)),
    ...(backedUp === undefined ? [] : [backedUp ? said.backedUp : said.onOneDevice]),
    ...(unconfirmedUntil === undefined ? [] : [said.unconfirmed(dateOf(unconfirmedUntil))])
  ]
  return (
    <section data-part="credentials" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {said.title}
      </Title>
      <Listed
        isRead={credentials !== undefined}
        none={credentials?.length === 0 ? said.none : undefined}
        error={error}
        reload={reload}
      >
        <ul data-part="rows" hidden={credentials === undefined || credentials.length === 0}>
          {credentials?.map((credential) => {
            const { nickname, status, type, unconfirmedUntil } = credential
            const isOpener = credential.id === opener
            const name = `${id}-${credential.id}`
            return (
              <Row
                key={credential.id}
                id={name}
                type={type}
                nickname={nickname}
                isCurrent={isOpener}
                badge={status === "SUSPENDED" ? said.suspended : isOpener ? said.opener : undefined}
                lines={linesOf(credential)}
              >
                {session === undefined || type !== "PASSKEY" ? null : renaming === credential.id ? (
                  <Rename
                    words={{ ...words.shared, ...said }}
                    nickname={nickname}
                    isBusy={act.isBusy}
                    onSave={(next) => rename(credential, next)}
                    onCancel={() => setRenaming(undefined)}
                  />
                ) : (
                  <RowButton part="rename" of={name} isBusy={act.isBusy} onPress={() => setRenaming(credential.id)}>
                    {said.rename}
                  </RowButton>
                )}
                {session === undefined || unconfirmedUntil === undefined || isOpener ? null : (
                  <RowButton part="confirm" of={name} isBusy={act.isBusy} onPress={() => confirm(credential)}>
                    {said.confirm}
                  </RowButton>
                )}
                {session === undefined || isOpener ? null : (
                  <RowButton part="remove" of={name} isBusy={act.isBusy} onPress={() => remove(credential)}>
                    {said.remove}
                  </RowButton>
                )}
              </Row>
            )
          })}
        </ul>
      </Listed>
      <Outcome act={act} level={level} />
      {session === undefined ? null : <PasskeyEnrolment />}
      {children}
    </section>
  )
}

interface RenameProps {
  readonly words: Pick<CredentialListText, "newName" | "save"> & { readonly cancel: string }
  readonly nickname: string
  readonly isBusy: boolean
  readonly onSave: (nickname: string) => void
  readonly onCancel: () => void
}

/** The form with the new name of a passkey. It takes the focus. */
const Rename = ({ isBusy, nickname, onCancel, onSave, words }: RenameProps) => {
  const [name, setName] = useState(nickname)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && name.trim() !== "") onSave(name.trim())
  }
  return (
    <form data-part="rename-form" onSubmit={submit} noValidate>
      <label data-part="rename-label" htmlFor={id}>
        {words.newName}
      </label>
      <input
        data-part="rename-field"
        id={id}
        ref={field}
        type="text"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={({ key }) => key === "Escape" && !isBusy && onCancel()}
      />
      <button data-part="rename-save" type="submit" aria-disabled={isBusy}>
        {words.save}
      </button>
      <button data-part="rename-cancel" type="button" aria-disabled={isBusy} onClick={() => isBusy || onCancel()}>
        {words.cancel}
      </button>
    </form>
  )
}
