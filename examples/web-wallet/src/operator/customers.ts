import { CountersignError } from "@countersign/client"
import type { Send } from "../page/calls.ts"
import { fieldsOf, labelOf, listOf, textOf } from "../page/json.ts"
import { t } from "../words/translate.ts"
import { found } from "./element.ts"
import { newestLoad } from "./newestLoad.ts"
import { rowsView } from "./row.ts"

/** A customer, as the list and the heading show it. */
export interface Customer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly platformCustomerId: string
  readonly type: string
  readonly verification: string
  readonly createdAt: string
  readonly isDeleted: boolean
}

export const customerOf = (value: unknown): Customer => {
  const fields = fieldsOf(value)
  const { legalName } = fieldsOf(fields.businessInfo)
  return {
    id: textOf(fields.id),
    name: labelOf(fields.fullName) || labelOf(legalName) || labelOf(fields.email) || t("No name"),
    email: textOf(fields.email),
    platformCustomerId: textOf(fields.platformCustomerId),
    type: textOf(fields.customerType),
    verification: textOf(fields.kycStatus) || textOf(fields.kybStatus),
    createdAt: textOf(fields.createdAt),
    isDeleted: fields.isDeleted === true
  }
}

/** One page of the customers that match a query. */
interface Matches {
  readonly customers: ReadonlyArray<Customer>
  readonly cursor?: string
}

/** The most recent customers that are read to find an e-mail address, which the API stores encrypted, without an index. */
const MOST_READ = 500

const matching = async (send: Send, query: string, cursor: string): Promise<Matches> => {
  if (/^Customer:/u.test(query)) return { customers: [customerOf(await send("GET", `/customers/${query}`))] }
  if (/^InternalAccount:/u.test(query)) {
    const { customerId } = fieldsOf(await send("GET", `/internal-accounts/${query}`))
    return matching(send, textOf(customerId), "")
  }
  if (query.includes("@")) return { customers: await withAddress(send, query.toLowerCase()) }
  return listed(send, query === "" ? {} : { platformCustomerId: query, isIncludingDeleted: "true" }, cursor)
}

const listed = async (send: Send, filter: Readonly<Record<string, string>>, cursor: string): Promise<Matches> => {
  const query = new URLSearchParams({ limit: "20", ...filter, ...(cursor === "" ? {} : { cursor }) })
  const body = await send("GET", `/customers?${query}`)
  return { customers: listOf(body, customerOf), cursor: textOf(fieldsOf(body).nextCursor) }
}

const withAddress = async (send: Send, address: string): Promise<ReadonlyArray<Customer>> => {
  const all: Customer[] = []
  let cursor: string | undefined = ""
  for (let read = 0; read < MOST_READ && cursor !== undefined; read += 100) {
    const page: Matches = await listed(send, { limit: "100" }, cursor)
    all.push(...page.customers.filter(({ email }) => email.toLowerCase().includes(address)))
    cursor = page.cursor || undefined
  }
  return all
}

/** The search, and its results as links. The newest customers are listed until the operator searches. */
export const customerSearch = (send: Send, failed: (error: unknown) => void) => {
  const query = found("query", HTMLInputElement)
  const count = found("count", HTMLElement)
  const results = found("results", HTMLElement)
  const more = found("more-customers", HTMLButtonElement)
  const show = rowsView(found("customers", HTMLElement))
  const newest = newestLoad()
  let shown: Matches = { customers: [] }

  const mark = () => {
    for (const link of results.querySelectorAll("a")) {
      if (link.hash === location.hash) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
  }

  const find = async (isMore: boolean): Promise<void> => {
    const text = query.value.trim()
    count.textContent = t("Searching …")
    try {
      await newest(matching(send, text, isMore ? (shown.cursor ?? "") : "").catch(nothing), (next) => {
        shown = { ...next, customers: isMore ? [...shown.customers, ...next.customers] : next.customers }
        showMatches(text)
      })
    } catch (error) {
      count.textContent = ""
      failed(error)
    }
  }

  const showMatches = (text: string): void => {
    const { cursor = "", customers } = shown
    show(
      customers.map(({ email, id, isDeleted, name, platformCustomerId }) => ({
        key: id,
        title: name,
        href: `#${id}`,
        badge: isDeleted ? t("Deleted") : undefined,
        lines: [name === labelOf(email) ? "" : email || platformCustomerId].filter((line) => line !== "")
      }))
    )
    mark()
    results.hidden = customers.length === 0
    more.hidden = cursor === ""
    count.textContent =
      customers.length === 0
        ? t(NONE, MOST_READ)
        : t(text === "" ? "Newest customers: {0}" : "Matches: {0}", customers.length)
  }

  found("find", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault()
    find(false)
  })
  more.addEventListener("click", () => find(true))
  addEventListener("hashchange", mark)
  return { start: () => find(false) }
}

const NONE = "No customer matches. E-mail addresses are compared with those of the newest {0} customers."

/** An id of no customer matches none; any other refusal is shown. */
const nothing = (error: unknown): Matches => {
  if (error instanceof CountersignError && [400, 404].includes(error.status)) return { customers: [] }
  throw error
}
