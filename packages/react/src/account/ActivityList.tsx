"use client"

import type { Activity } from "@countersign/client"
import { useEffect, useId, useState } from "react"
import { formatAmount, formatDate } from "../amount.ts"
import { useHistory } from "../history/useHistory.ts"
import { isolated, visible } from "../isolated.ts"
import { type Level, Listed } from "./parts.tsx"
import { useAccountText } from "./useAccountText.ts"

/** The words of `ActivityList`. */
export interface ActivityListText {
  /** The heading: "History". */
  readonly title: string
  /** Shown instead of an empty list. */
  readonly none: string
  /** The button that reads the next page. */
  readonly more: string
  /** That button during the read. */
  readonly reading: string
  /** What happened, by the type of the activity: "Payment signed". */
  readonly type: (type: string) => string
  /** Who acted: "Signed by you". */
  readonly actor: (actor: string) => string
  /** The payee of a payment: "to Ada Lovelace". */
  readonly payee: (name: string) => string
}

/** The properties of `ActivityList`. */
export interface ActivityListProps {
  /** Entries of a page. Default: that of the server. */
  readonly limit?: number
  /** The decimals of each currency, such as `{ USDC: 6 }`. An amount in another currency is not shown. */
  readonly decimals?: Readonly<Record<string, number>>
  /** The level of the title, 1 to 6. Default 2. */
  readonly level?: Level
  /** Replaces some of the words. */
  readonly text?: Partial<ActivityListText>
  /** The class of the section. */
  readonly className?: string
}

/**
 * What happened to the wallet, newest first, a page at a time. Give it another `key` to read it again.
 * Parts: `history`, `title`, `rows`, `row`, `row-name`, `row-line`, `actions`, `more`.
 */
export const ActivityList = ({ className, decimals = {}, level = 2, limit, text }: ActivityListProps) => {
  const { language, words } = useAccountText()
  const said = { ...words.history, ...text }
  const { entries, error, hasMore, isLoading, loadMore, reload } = useHistory(limit === undefined ? {} : { limit })
  const id = useId()
  const Title = `h${level}` as const
  const [hasBegun, setHasBegun] = useState(false)
  useEffect(() => {
    if (isLoading) setHasBegun(true)
  }, [isLoading])
  const isRead = entries.length > 0 || (hasBegun && !isLoading && error === undefined)

  const aboutOf = ({ amount, details = {} }: Activity): string => {
    const { credentialName, credentialType, payee, sent = amount } = details
    const digits = sent === undefined ? undefined : new Map(Object.entries(decimals)).get(sent.currency)
    return [
      sent === undefined || digits === undefined ? "" : formatAmount({ ...sent, decimals: digits }, language.tag),
      payee === undefined ? "" : said.payee(isolated(visible(payee))),
      credentialType === undefined ? "" : words.shared.credentialType(credentialType),
      credentialName === undefined ? "" : isolated(visible(credentialName))
    ]
      .filter((each) => each !== "")
      .join(" ")
  }
  return (
    <section data-part="history" lang={language.tag} className={className} aria-labelledby={id}>
      <Title data-part="title" id={id}>
        {said.title}
      </Title>
      <Listed isRead={isRead} none={entries.length === 0 ? said.none : undefined} error={error} reload={reload}>
        <ol data-part="rows" hidden={entries.length === 0}>
          {entries.map((activity) => {
            const about = aboutOf(activity)
            const type = said.type(activity.type)
            return (
              <li data-part="row" data-type={activity.type} key={activity.id}>
                <p data-part="row-name">{about === "" ? type : `${type}: ${about}`}</p>
                <p data-part="row-line">
                  {said.actor(activity.actor)}, {formatDate(activity.at, language.tag)}
                </p>
              </li>
            )
          })}
        </ol>
      </Listed>
      {hasMore ? (
        <div data-part="actions">
          <button data-part="more" type="button" aria-disabled={isLoading} onClick={loadMore}>
            {isLoading ? said.reading : said.more}
          </button>
        </div>
      ) : null}
    </section>
  )
}
