import type { Send } from "../page/calls.ts"
import { dayAndTime, element, fieldsOf, found, listOf, textOf } from "../page/element.ts"
import { type Row, rowsView } from "../page/panes/row.ts"
import { newestLoad } from "./newestLoad.ts"

/** The history of a wallet: its receipts, with a filter, a page at a time. */
export const historyView = (send: Send, failed: (error: unknown) => void) => {
  const type = found("history-type", HTMLSelectElement)
  const since = found("history-since", HTMLInputElement)
  const more = found("more-history", HTMLButtonElement)
  const count = found("history-count", HTMLElement)
  const show = rowsView(found("history", HTMLElement))
  type.append(...[...NAMES].map(([value, words]) => element("option", { value }, [words])))
  const newest = newestLoad()
  let accountId = ""
  let rows: ReadonlyArray<Row> = []
  let cursor = ""

  const load = async (isMore: boolean): Promise<void> => {
    const query = new URLSearchParams({ accountId, limit: "20" })
    if (type.value !== "") query.set("operation", type.value)
    if (since.value !== "") query.set("startDate", `${since.value}T00:00:00Z`)
    if (isMore) query.set("cursor", cursor)
    count.textContent = "Loading …"
    try {
      await newest(send("GET", `/receipts?${query}`), (body) => {
        rows = [...(isMore ? rows : []), ...listOf(body, rowOf)]
        cursor = textOf(fieldsOf(body).nextCursor)
        show(rows)
        more.hidden = cursor === ""
        count.textContent = rows.length === 0 ? "Nothing in this selection." : `Entries: ${rows.length}`
      })
    } catch (error) {
      count.textContent = ""
      failed(error)
    }
  }

  for (const field of [type, since]) field.addEventListener("change", () => load(false))
  found("history-filter", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault())
  more.addEventListener("click", () => load(true))
  return {
    load: (account: string): Promise<void> => {
      accountId = account
      return load(false)
    }
  }
}

const rowOf = (value: unknown): Row => {
  const { at, consumed, operation, proof, sequence } = fieldsOf(value)
  const { actor, reason, type } = fieldsOf(proof)
  const who = type === "OPERATOR" ? `Operator ${textOf(actor)}: ${textOf(reason)}` : "Signed by the end user"
  return {
    key: textOf(consumed),
    title: NAMES.get(textOf(operation)) ?? textOf(operation),
    badge: type === "OPERATOR" ? "Operator" : undefined,
    lines: [who, `${dayAndTime(Number(at))} UTC, receipt ${String(sequence)}`]
  }
}

const NAMES = new Map([["", "Everything"]])
