import { postgres } from "@countersign/postgres"
import {
  AccountId,
  CurrentEnvironment,
  Environment,
  listReceiptHeads,
  listReceipts,
  type Page,
  type Position,
  type ReceiptHead,
  type Store,
  type StoreUnavailable
} from "countersign/effect"
import { Effect, Logger, Schema } from "effect"
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

type Read<A> = Effect.Effect<A, StoreUnavailable, Store | CurrentEnvironment>

/** Writes receipts or heads as they are read, a line each: an export is as long as it is, and never held whole. */
export const exported = (terminal: Terminal, place: Place, what: "receipts" | "heads"): Promise<void> => {
  const { end, write } = place.json === true ? asList(terminal) : asLines(terminal)
  const chain = ({ accountId }: Pick<ReceiptHead, "accountId">) =>
    pages(
      (after) => listReceipts(accountId, { limit: PAGE, after }),
      (items) => Effect.sync(() => write(items))
    )
  const all = pages(
    (after) => listReceiptHeads({ limit: PAGE, after }),
    (heads) => (what === "heads" ? Effect.sync(() => write(heads)) : Effect.forEach(heads, chain))
  )
  const environment = environmentOf(place)
  const program = place.account === undefined ? all : chain({ accountId: accountOf(place.account) })
  return onDatabase(place.databaseUrl ?? terminal.env.DATABASE_URL, (pool) =>
    Effect.runPromise(
      Effect.andThen(program, Effect.sync(end)).pipe(
        Effect.provideService(CurrentEnvironment, environment),
        Effect.provide(postgres({ pool, schema: place.schema, timeout: 30_000 })),
        // Lines of the log would stand among those of the export.
        Effect.provide(Logger.layer([])),
        Effect.mapError(() => new Error("The database did not answer, or lacks its tables: countersign migrate status"))
      )
    )
  )
}

interface Written {
  readonly write: (items: ReadonlyArray<object>) => void
  readonly end: () => void
}

const asLines = (terminal: Terminal): Written => ({
  write: (items) => items.forEach((item) => void terminal.out(`${JSON.stringify(item)}\n`)),
  end: () => undefined
})

/** All of it as one line of JSON, for whoever takes nothing else. */
const asList = (terminal: Terminal): Written => {
  let separator = "["
  return {
    write: (items) => {
      for (const item of items) {
        terminal.out(`${separator}${JSON.stringify(item)}`)
        separator = ","
      }
    },
    end: () => terminal.out(separator === "[" ? "[]\n" : "]\n")
  }
}

const PAGE = 100

/** Reads page after page, and hands each on. */
const pages = <A>(
  read: (after: Position | undefined) => Read<Page<A>>,
  take: (items: ReadonlyArray<A>) => Read<unknown>
): Read<void> =>
  Effect.gen(function* () {
    let after: Position | undefined
    do {
      const page = yield* read(after)
      yield* take(page.items)
      after = page.next
    } while (after !== undefined)
  })

const environmentOf = ({ mode, platform }: Place): Environment => {
  const environment = Schema.decodeUnknownOption(Environment)({ mode, platformId: platform })
  if (environment._tag === "Some") return environment.value
  throw new Error("--platform is 1 to 64 letters, digits, dots, dashes and underscores")
}

const accountOf = (text: string) => {
  const account = Schema.decodeUnknownOption(AccountId)(text)
  if (account._tag === "Some") return account.value
  throw new Error("--account is InternalAccount:<uuid>")
}
