import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { flows } from "../src/flows/index.ts"
import { kindsOf } from "../src/run/plan.ts"
import { READS, type Report } from "../src/run/report.ts"

const COMMAND = new URL("../../checks/dist/commands/main.js", import.meta.url).pathname

let folder: string
let report: Report

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-bench-"))
  // Rejects unless the command exits with 0.
  await promisify(execFile)(process.execPath, [COMMAND, "bench", "--smallest", "--out", folder])
  report = JSON.parse(await readFile(join(folder, "bench.json"), "utf8"))
}, 600_000)
afterAll(() => rm(folder, { recursive: true }))

/** The names of cells, by flow, users and kind. */
const namesOf = (cells: ReadonlyArray<Readonly<Record<"flow" | "kind", string> & { readonly users: number }>>) =>
  cells.map(({ flow, kind, users }) => `${flow}, ${users}, ${kind}`).toSorted()

const every = flows.flatMap((flow) =>
  [8, 64].flatMap((users) => kindsOf(flow).map((kind) => ({ flow: flow.name, kind, users })))
)

it("a whole run measures every flow on every server with 8 and 64 users, and exits with 0 (GS16)", () => {
  expect(namesOf(report.samples)).toEqual(namesOf(every))
  for (const { cpu, flow, kind, others, p50, postgres, rate, statements } of report.samples) {
    expect(rate).toBeGreaterThan(0)
    expect(p50).toBeGreaterThan(0)
    expect(cpu).toBeGreaterThan(0)
    // A first leg of ours stores nothing, and reads nothing of a session that was read just before.
    const usesStore = flow !== "signed leg 1" || kind !== "ours"
    if (usesStore) expect(statements).toBeGreaterThan(0)
    if (process.platform !== "linux") continue
    if (usesStore) expect(postgres).toBeGreaterThan(0)
    // The main thread has a part of it.
    expect(others).toBeLessThan(cpu)
  }
})

it("it counts what each flow writes: a read of the floor nothing, a login of ours more than its session", () => {
  expect(namesOf(report.writes)).toEqual(namesOf(every))
  const rowsOf = (flow: string, kind: string) =>
    report.writes.filter((each) => each.flow === flow && each.kind === kind).map(({ rows }) => Math.round(rows))
  // A request, used once; its receipt; its session.
  expect(rowsOf("signed legs 1 and 2", "floor")).toEqual([4, 4])
  expect(rowsOf("list sessions", "floor")).toEqual([0, 0])
  // Few requests: a worker of ours may write later, in the turn of another flow.
  for (const rows of rowsOf("EMAIL_OTP login", "ours")) expect(rows).toBeGreaterThan(4)
  const wal = report.writes.filter(({ flow }) => flow === "signed legs 1 and 2").map((each) => each.wal)
  for (const bytes of wal) expect(bytes).toBeGreaterThan(500)
})

it("it has the first requests of a fresh process, and a budget whose layers are all of the main thread", () => {
  expect(namesOf(report.firsts)).toEqual(["signed leg 1, 8, floor", "signed leg 1, 8, ours"])
  const profiled = every.filter(({ kind, users }) => kind !== "better-auth" && users === 8)
  expect(namesOf(report.budgets)).toEqual(namesOf(profiled))
  for (const { parts } of report.budgets) {
    expect(Object.values(parts).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  }
})

it("it has the figures of single calls, of stored records and of the footprint, and a page of all", async () => {
  const sections = new Set(report.lines.map(({ section }) => section))
  for (const section of ["In one process, on memory", "Stored", "Footprint"]) expect(sections).toContain(section)
  const page = await readFile(join(folder, "bench.md"), "utf8")
  // Those against a read are printed alone.
  for (const { name, section } of report.lines.filter((line) => line.section !== READS)) {
    expect(page).toContain(`## ${section}`)
    expect(page).toContain(`| ${name} | `)
  }
})
