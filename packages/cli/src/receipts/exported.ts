import { postgres } from "@countersign/postgres"
import { type Receipts, receiptsOf } from "countersign"
import type { Page, Position } from "countersign/effect"
import { onDatabase } from "../migrate/onDatabase.ts"
import type { Terminal } from "../Terminal.ts"

/** Which database, and what of it. */
export interface Place {
  readonly platform: string
  readonly mode: "sandbox" | "production"
  readonly account?: string
  readonly databaseUrl?: string
  readonly schema: string
  readonly json?: boolean
}

/** Writes receipts or heads as they are read: an export is as long as it is, and never held whole. */
export const exported = async (terminal: Terminal, place: Place, what: "receipts" | "heads"): Promise<void> => {
  requireNames(place)
  const { end, write } = place.json === true ? asList(terminal) : asLines(terminal)
  await onDatabase(place.databaseUrl ?? terminal.env.DATABASE_URL, async (pool) => {
    const store = postgres({ pool, schema: place.schema, timeout: 30_000 })
    const receipts = receiptsOf(store, { platformId: place.platform, mode: place.mode })
    try {
      for await (const item of wanted(receipts, place, what)) write(item)
    } catch {
      throw new Error("The database did not answer, or lacks its tables: countersign migrate status")
    } finally {
      await receipts.close()
    }
  })
  end()
}

async function* wanted(receipts: Receipts, { account }: Place, what: "receipts" | "heads"): AsyncGenerator<object> {
  const chain = (accountId: string) => all((after) => receipts.list(accountId, after))
  if (account !== undefined) return yield* chain(account)
  for await (const head of all(receipts.heads)) {
    if (what === "heads") yield head
    else yield* chain(head.accountId)
  }
}

/** Page after page. */
async function* all<A>(read: (after?: Position) => Promise<Page<A>>): AsyncGenerator<A> {
  let page = await read()
  for (;;) {
    yield* page.items
    if (page.next === undefined) return
    page = await read(page.next)
  }
}

interface Written {
  readonly write: (item: object) => void
  readonly end: () => void
}

const asLines = (terminal: Terminal): Written => ({
  write: (item) => void terminal.out(`${JSON.stringify(item)}\n`),
  end: () => undefined
})

/** All of it as one line of JSON, for whoever takes nothing else. */
const asList = (terminal: Terminal): Written => {
  let separator = "["
  return {
    write: (item) => {
      terminal.out(`${separator}${JSON.stringify(item)}`)
      separator = ","
    },
    end: () => terminal.out(separator === "[" ? "[]\n" : "]\n")
  }
}

/** What names no platform and no account finds nothing, and looks as if there were nothing. */
const requireNames = ({ account, platform }: Place): void => {
  if (!/^[A-Za-z0-9._-]{1,64}$/u.test(platform)) {
    throw new Error("--platform is 1 to 64 letters, digits, dots, dashes and underscores")
  }
  if (account !== undefined && !/^InternalAccount:[0-9a-fA-F-]{36}$/u.test(account)) {
    throw new Error("--account is InternalAccount:<uuid>")
  }
}
