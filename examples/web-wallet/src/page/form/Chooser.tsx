import { accountTypes, type Kind } from "@countersign/account-types"
import { useLayoutEffect, useRef, useState } from "react"
import { t } from "../../words/translate.ts"
import { kindGroups, lineOf } from "./kindList.ts"

interface ChooserProps {
  readonly chosen: Kind | undefined
  readonly onChoose: (kind: Kind) => void
  readonly announce: (words: string) => void
}

/** The list of account types and its search. */
export const Chooser = ({ announce, chosen, onChoose }: ChooserProps) => {
  const [query, setQuery] = useState("")
  const list = useRef<HTMLSelectElement>(null)
  const groups = kindGroups(query)
  // React would select the first option of a list whose value is not among them.
  useLayoutEffect(() => {
    if (list.current !== null) list.current.value = chosen?.accountType ?? ""
  })
  const countOf = (shown: typeof groups) =>
    t(
      "{0} of {1} account types",
      shown.reduce((sum, { kinds }) => sum + kinds.length, 0),
      accountTypes.size
    )
  const take = (kind: Kind | undefined) => kind && onChoose(kind)
  return (
    <>
      <div className="control">
        <label htmlFor="search">{t("Search by currency, country or type")}</label>
        <input
          type="search"
          id="search"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="count"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            announce(countOf(kindGroups(target.value)))
          }}
          onKeyDown={({ key }) => key === "Enter" && take(groups[0]?.kinds[0])}
        />
        <p className="hint" id="count">
          {countOf(groups)}
        </p>
      </div>
      <div className="control">
        <label htmlFor="kind">{t("Account types")}</label>
        <select id="kind" size={6} ref={list} onChange={({ target }) => take(accountTypes.get(target.value))}>
          {groups.map(({ kinds, label }) => (
            <optgroup key={label} label={label}>
              {kinds.map((kind) => (
                <option key={kind.accountType} value={kind.accountType}>
                  {lineOf(kind)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </>
  )
}
