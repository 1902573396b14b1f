import { type Copied, copyTable } from "./copy.ts"
import {
  type Barrier,
  barriersOf,
  begin,
  clear,
  has,
  hold,
  isEmpty,
  isIdle,
  pause,
  release,
  rowsOf,
  type Side,
  setBarrier,
  type Table,
  tablesOf
} from "./Side.ts"

/** A move of one platform from one database to another. Each of its commands may be killed at any point and repeated. */
export interface Move {
  readonly platform: string
  readonly from: Side
  readonly to: Side
  readonly report: (progress: string) => void
}

interface Begun extends Move {
  readonly tables: ReadonlyArray<Table>
  readonly barriers: { readonly from: ReadonlyMap<string, Barrier>; readonly to: ReadonlyMap<string, Barrier> }
}

const begun = async (move: Move): Promise<Begun> => {
  const { from, platform, to } = move
  await begin(from, platform)
  await begin(to, platform)
  const tables = await tablesOf(from)
  if (tables.length === 0 || JSON.stringify(tables) !== JSON.stringify(await tablesOf(to))) {
    throw new Error("The two databases do not have the same tables. Run `migrate up` on both.")
  }
  return { ...move, tables, barriers: { from: await barriersOf(from), to: await barriersOf(to) } }
}

/** Whether all tables have one of these barriers. */
const allHave = ({ tables }: Begun, barriers: ReadonlyMap<string, Barrier>, ...of: ReadonlyArray<Barrier>): boolean =>
  tables.every(({ name }) => of.some((barrier) => barriers.get(name) === barrier))

const someHave = (barriers: ReadonlyMap<string, Barrier>, barrier: Barrier): boolean =>
  [...barriers.values()].includes(barrier)

/** Passes before writes are refused, unless one has little left to do. */
const PASSES = 5
const LITTLE = 1000
/** Passes over tables that no longer change. What expires meanwhile may need a second and a third. */
const LAST_PASSES = 10

/**
 * Copies the platform while it is in use, then has the old database refuse its writes, and copies the rest. From then until
 * it is opened, both databases serve reads of the same records, and neither accepts a write.
 */
export const copy = async (move: Move): Promise<Copied> => {
  const own = await begun(move)
  const { from, barriers, report, tables, to } = own
  if (someHave(barriers.from, "coming")) {
    throw new Error(
      "The database of --from has an unfinished copy of this platform. Exchange --from and --to, or cancel that move."
    )
  }
  if (someHave(barriers.to, "came")) {
    throw new Error(
      "The platform was opened in the database of --to. Run the command with --open to remove what is left of it."
    )
  }
  await nameEnvironments(own)
  for (const table of tables) {
    if (barriers.to.get(table.name) === "coming") continue
    if (!(await setBarrier(to, table, "coming", () => isEmpty(to, table)))) {
      throw new Error(`The database of --to has records of this platform that no move copied, in ${table.name}.`)
    }
  }
  const total = { written: 0, removed: 0 }
  const pass = async (): Promise<number> => {
    let changed = 0
    for (const [nth, table] of tables.entries()) {
      report(`${nth + 1} of ${tables.length} tables, ${total.written} records`)
      const { removed, written } = await copyTable(from, to, table)
      total.written += written
      total.removed += removed
      changed += written + removed
    }
    return changed
  }
  for (let nth = 0; nth < PASSES; nth += 1) if ((await pass()) < LITTLE) break
  await close(own)
  for (let nth = 0; (await pass()) > 0; nth += 1) {
    if (nth === LAST_PASSES)
      throw new Error("The copy still differs from the old database. Cancel the move and report this.")
  }
  return total
}

const nameEnvironments = async ({ from, platform, to }: Move): Promise<void> => {
  const [production, sandbox] = from.environments
  await rowsOf(
    to,
    `insert into ${to.schema}.environments (id, name) values ($1::uuid, $2), ($3::uuid, $4) on conflict do nothing`,
    [production, `production/${platform}`, sandbox, `sandbox/${platform}`]
  )
}

/** How long workers have for work in progress: longer than a lease. */
const DRAIN = 120_000

/**
 * Has the old database refuse every write of the platform: first new work, until workers have finished what they have
 * claimed and nobody can claim more, then everything. So nothing is sent that is not recorded.
 */
const close = async (move: Begun): Promise<void> => {
  const { from, barriers, report, tables } = move
  const queues = tables.filter((table) => has(table, "due_at"))
  for (const table of queues) {
    if (barriers.from.get(table.name) === "left") continue
    await setBarrier(from, table, "closing")
    await hold(from, table)
  }
  const until = Date.now() + DRAIN
  for (const table of queues) {
    if (barriers.from.get(table.name) === "left") continue
    const isDrained = async (): Promise<boolean> => {
      await hold(from, table)
      return isIdle(from, table)
    }
    // The barrier is set in the transaction that has seen no worker, so none begins in between.
    while (!((await isDrained()) && (await setBarrier(from, table, "left", isDrained)))) {
      if (Date.now() > until)
        throw new Error(`Workers still have work of ${table.name}. Repeat the command, or cancel the move.`)
      report(`waiting for work in progress in ${table.name}`)
      await pause()
    }
  }
  for (const table of tables) {
    if (!has(table, "due_at") && barriers.from.get(table.name) !== "left") await setBarrier(from, table, "left")
  }
}

/**
 * Opens the platform in the new database, and removes it from the old one, which goes on refusing it. Before the first
 * table is opened, compares all of them again.
 */
export const open = async (move: Move): Promise<{ readonly removed: number }> => {
  const own = await begun(move)
  const { from, barriers, report, tables, to } = own
  if (!allHave(own, barriers.from, "left") || !allHave(own, barriers.to, "coming", "came")) {
    throw new Error("The platform is not copied yet. Run the command without --open first.")
  }
  if (!someHave(barriers.to, "came")) {
    for (const table of tables) {
      const { removed, written } = await copyTable(from, to, table)
      // What was written again is equal now. A copy that had more than the original was changed by somebody.
      if (removed + written > 0) report(`${table.name}: ${removed + written} records copied again`)
    }
  }
  for (const table of tables) {
    if (barriers.to.get(table.name) === "coming") await setBarrier(to, table, "came", () => release(to, table))
  }
  return { removed: await cleared(from, tables) }
}

/** Gives up a move: the old database accepts the platform again, and the copy is removed. */
export const cancel = async (move: Move): Promise<{ readonly removed: number }> => {
  const own = await begun(move)
  const { from, barriers, tables, to } = own
  if (someHave(barriers.to, "came") || someHave(barriers.from, "coming")) {
    throw new Error("The platform was opened in the database of --to, or --from has the copy. Nothing was changed.")
  }
  for (const table of tables) {
    const barrier = barriers.from.get(table.name)
    if (barrier === "closing" || barrier === "left")
      await setBarrier(from, table, undefined, () => release(from, table))
  }
  const copied = tables.filter(({ name }) => barriers.to.get(name) === "coming")
  const removed = await cleared(to, copied)
  for (const table of copied) await setBarrier(to, table, "left")
  return { removed }
}

const cleared = async (side: Side, tables: ReadonlyArray<Table>): Promise<number> => {
  let removed = 0
  for (const table of tables) removed += await clear(side, table)
  return removed
}
