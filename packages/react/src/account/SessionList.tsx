"use client"

import type { AuthSession } from "@countersign/client"
import { useId } from "react"
import { formatDate } from "../amount.ts"
import { useCountersign } from "../CountersignProvider.tsx"
import { formatWait } from "../explain.ts"
import { visible } from "../isolated.ts"
import { useSession } from "../session/useSession.ts"
import { type Level, Listed, Outcome, Row, RowButton } from "./parts.tsx"
import { useAccountText } from "./useAccountText.ts"
import { useSessions } from "./useSessions.ts"
import { useSignedAct } from "./useSignedAct.ts"
import { useTime } from "./useTime.ts"

/** The words of `SessionList`. */
export interface SessionListText {
  /** The heading: "Sessions". */
  readonly title: string
  /** Shown instead of an empty list. */
  readonly none: string
  /** The mark of the session of this browser. */
  readonly current: string
  /** When the session was opened. `date` has the form of the language. */
  readonly since: (date: string) => string
  /** When the session expires. `inTime` is a relative time of `Intl`: "in 12 minutes". */
  readonly expires: (inTime: string) => string
  /** In place of it after the expiry. */
  readonly expired: string
  /** When the key of the session last signed. */
  readonly lastUsed: (date: string) => string
  /** The button that ends another session. */
  readonly end: string
  /** The button that ends the session of this browser. */
  readonly signOut: string
  /** The button that ends all sessions but that of this browser. */
  readonly endOthers: string
  /** The status after a session was ended. */
  readonly ended: string
  /** The status after all others were ended. */
  readonly othersEnded: string
}

/** The properties of `SessionList`. */
export interface SessionListProps {
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: Level
  /** Replaces some of the words. */
  readonly text?: Partial<SessionListText>
  /** The class of the section. */
  readonly className?: string
}

/**
 * The active sessions of the wallet, each with its expiry, and buttons that end one or all others. While the end user is
 * signed out, it has no buttons. The parts of its rows, and `act-status` and `act-error`, are those of `CredentialList`.
 * Parts: `sessions`, `title`, `rows`, `end`, `actions`, `end-others`.
 */
export const SessionList = ({ className, level = 2, text }: SessionListProps) => {
  const { language, words } = useAccountText()
  const said = { ...words.sessions, ...text }
  const { client, accountId, session: store } = useCountersign()
  const { error, reload, sessions } = useSessions()
  const act = useSignedAct()
  const now = useTime()
  const id = useId()
  const Title = `h${level}` as const
  const { session } = useSession()

  const end = ({ id, isCurrent }: AuthSession) =>
    act.act(async ({ signer }) => {
      if (isCurrent === true) await store.signOut()
      else await client.sessions.revoke(id, { signer })
      await reload()
      return said.ended
    })
  const endOthers = () =>
    act.act(async ({ signer }) => {
      await client.sessions.revokeOthers(accountId, { signer })
      await reload()
      return said.othersEnded
    })
  const expiryOf = ({ expiresAt }: AuthSession): ReadonlyArray<string> => {
    if (now === undefined) return []
    const left = Math.ceil((Date.parse(expiresAt) - now) / 1000)
    // `formatWait` rounds up, which is right for a wait, and a minute too long here.
    const rounded = left < 120 ? left : Math.round(left / 60) * 60
    return [left > 0 ? said.expires(formatWait(rounded, language.tag)) : said.expired]
  }
  return (
    <section data-part="sessions" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {said.title}
      </Title>
      <Listed
        isRead={sessions !== undefined}
        none={sessions?.length === 0 ? said.none : undefined}
        error={error}
        reload={reload}
      >
        <ul data-part="rows" hidden={sessions === undefined || sessions.length === 0}>
          {sessions?.map((each) => {
            const { address, createdAt, isCurrent = false, lastUsedAt, nickname, type, userAgent } = each
            const name = `${id}-${each.id}`
            return (
              <Row
                key={each.id}
                id={name}
                type={type}
                nickname={nickname}
                isCurrent={isCurrent}
                badge={isCurrent ? said.current : undefined}
                lines={[
                  said.since(formatDate(createdAt, language.tag)),
                  ...expiryOf(each),
                  ...(lastUsedAt === undefined ? [] : [said.lastUsed(formatDate(lastUsedAt, language.tag))]),
                  ...[address, userAgent].flatMap((client) => (client === undefined ? [] : [visible(client)]))
                ]}
              >
                {session === undefined ? null : (
                  <RowButton part="end" of={name} isBusy={act.isBusy} onPress={() => end(each)}>
                    {isCurrent ? said.signOut : said.end}
                  </RowButton>
                )}
              </Row>
            )
          })}
        </ul>
      </Listed>
      {session === undefined || sessions === undefined || sessions.length < 2 ? null : (
        <div data-part="actions">
          <button
            data-part="end-others"
            type="button"
            aria-disabled={act.isBusy}
            onClick={() => act.isBusy || endOthers()}
          >
            {said.endOthers}
          </button>
        </div>
      )}
      <Outcome act={act} level={level} />
    </section>
  )
}
