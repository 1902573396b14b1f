import { setTimeout } from "node:timers/promises"
import { alone, begin, guard, setState, unguard } from "./barrier.ts"
import { type Copied, copyTable } from "./copy.ts"
import { clear, has, hold, isThere, release, rowsOf, type Side, type Table, tablesOf } from "./Side.ts"

/** A move of one platform from one database to another. Each of its commands may be killed at any point and repeated. */
export interface Move {
  readonly platform: string
  readonly from: Side
  readonly to: Side
  readonly report: (progress: string) => void
}

interface Begun extends Move {
  readonly tables: ReadonlyArray<Table>
  readonly queues: ReadonlyArray<Table>
}

const begun = async (move: Move) => {
  const { from, platform, to } = move
  const states = { from: await begin(from, platform), to: await begin(to, platform) }
  const tables = await tablesOf(from)
  if (tables.length === 0 || JSON.stringify(tables) !== JSON.stringify(await tablesOf(to))) {
    throw new Error("The two databases do not have the same tables. Run `migrate up` on both.")
  }
  const queues = tables.filter((table) => has(table, "due_at"))
  // A database is left only after the copy has begun, so the platform was opened in the other one.
  return { ...move, tables, queues, states, isOpened: states.from === "left" && states.to === "open" }
}

/** Passes before writes are refused, unless one has little left to do. */
const PASSES = 5
const LITTLE = 1000
/** Passes over tables that no longer change. Records that expire meanwhile may need a second and a third. */
const LAST_PASSES = 10

/**
 * Copies the platform while it is in use, then has the old database refuse its writes, and copies the rest. From then until
 * it is opened, both databases serve reads of the same records, and neither accepts a write.
 */
export const copy = async (move: Move): Promise<Copied> => {
  const own = await begun(move)
  const { from, isOpened, report, states, tables, to } = own
  if (states.from === "coming") {
    throw new Error(
      "The database of --from has an unfinished copy of this platform. Exchange --from and --to, or cancel that move."
    )
  }
  if (isOpened) {
    throw new Error(
      "The platform was opened in the database of --to. Run the command with --open to remove what is left of it."
    )
  }
  if (states.to !== "coming") await reserve(own)
  const total = { written: 0, removed: 0 }
  const pass = async (): Promise<number> => {
    const before = total.written + total.removed
    for (const [nth, table] of tables.entries()) {
      report(`${nth + 1} of ${tables.length} tables, ${total.written} records`)
      const { removed, written } = await copyTable(from, to, table)
      total.written += written
      total.removed += removed
    }
    return total.written + total.removed - before
  }
  for (let nth = 0; nth < PASSES; nth += 1) if ((await pass()) < LITTLE) break
  if (states.from !== "left") await close(own)
  for (let nth = 0; (await pass()) > 0; nth += 1) {
    if (nth === LAST_PASSES)
      throw new Error("The copy still differs from the old database. Cancel the move and report this.")
  }
  return total
}

/** Has the new database, in which nothing is of the platform yet, accept only the copy. */
const reserve = async ({ from, platform, tables, to }: Begun): Promise<void> => {
  const [production, sandbox] = from.environments
  await rowsOf(
    to,
    `insert into ${to.schema}.environments (id, name) values ($1::uuid, $2), ($3::uuid, $4) on conflict do nothing`,
    [production, `production/${platform}`, sandbox, `sandbox/${platform}`]
  )
  await guard(to, tables)
  await alone(to, async () => {
    for (const table of tables) {
      if (await isThere(to, table))
        throw new Error(`The database of --to has records of this platform that no move copied, in ${table.name}.`)
    }
    await setState(to, "coming")
  })
}

/** How long workers have for work in progress: longer than a lease, and what may be recorded after it. */
const DRAIN = 120_000

/**
 * Has the old database refuse every write of the platform: first new work, until workers have finished what they have
 * claimed and no worker can claim more, then everything. So every effect that was sent is recorded.
 */
const close = async ({ from, queues, report, tables }: Begun): Promise<void> => {
  await guard(from, tables)
  await alone(from, () => setState(from, "closing"))
  // The most of it here, while no write has to wait.
  await hold(from, queues)
  const until = Date.now() + DRAIN
  while (true) {
    const busy = await alone(from, async () => {
      const found = await hold(from, queues)
      if (found.length === 0) await setState(from, "left")
      return found.join(", ")
    })
    if (busy === "") return
    if (Date.now() > until)
      throw new Error(`Workers still have work of ${busy}. Repeat the command, or cancel the move.`)
    report(`waiting for work in progress in ${busy}`)
    await setTimeout(200)
  }
}

/**
 * Opens the platform in the new database, and removes it from the old one, which goes on refusing it. Before it is opened,
 * compares all tables again.
 */
export const open = async (move: Move): Promise<{ readonly removed: number }> => {
  const { from, isOpened, queues, report, states, tables, to } = await begun(move)
  if (!isOpened) {
    if (states.from !== "left" || states.to !== "coming") {
      throw new Error("The platform is not copied yet. Run the command without --open first.")
    }
    for (const table of tables) {
      const { removed, written } = await copyTable(from, to, table)
      // The tables are equal now. A copy with more records than the original was changed outside the move.
      if (removed + written > 0) report(`${table.name}: ${removed + written} records copied again`)
    }
    await alone(to, async () => {
      await release(to, queues)
      await setState(to, "open")
    })
  }
  await unguard(to, tables)
  return { removed: await clear(from, tables) }
}

/** Gives up a move: the old database accepts the platform again, and the copy is removed. */
export const cancel = async (move: Move): Promise<{ readonly removed: number }> => {
  const { from, isOpened, queues, states, tables, to } = await begun(move)
  if (isOpened || states.from === "coming") {
    throw new Error("The platform was opened in the database of --to, or --from has the copy. Nothing was changed.")
  }
  if (states.to !== "coming") return { removed: 0 }
  await alone(from, async () => {
    await release(from, queues)
    await setState(from, "open")
  })
  await unguard(from, tables)
  const removed = await clear(to, tables)
  await setState(to, "left")
  return { removed }
}
