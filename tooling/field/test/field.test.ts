import { accountTypes } from "@countersign/account-types"
import { isCalled, kinds, type Report, reports, testFiles } from "@countersign/checks"
import { describe, expect, it } from "vitest"
import { accounts } from "./feeders/accounts.ts"
import { credentialObjects } from "./feeders/browsers.ts"
import { deviceClocks, issuedAt } from "./feeders/clocks.ts"
import { databaseErrors } from "./feeders/database.ts"
import { deviceNames } from "./feeders/deviceNames.ts"
import { emails } from "./feeders/emails.ts"
import { filesAtRunTime, greetings, objects } from "./feeders/hosts.ts"
import { issuers } from "./feeders/issuers.ts"
import { databaseStates, dueWork, nodeKeys, retries } from "./feeders/nodes.ts"
import { registrations } from "./feeders/passkeys.ts"
import { headers, hostHeaders, proxies } from "./feeders/proxies.ts"
import { newerMembers, newerValues } from "./feeders/records.ts"
import { typedCodes } from "./feeders/typedCodes.ts"
import type { Feeder } from "./feeding.ts"

// Every report of the field, sent to the product. A report is data: add a row, not a test.

const feeders: Readonly<Record<string, Feeder>> = {
  accounts,
  credentialObjects,
  databaseErrors,
  databaseStates,
  deviceClocks,
  deviceNames,
  dueWork,
  emails,
  filesAtRunTime,
  greetings,
  headers,
  hostHeaders,
  issuedAt,
  issuers,
  newerMembers,
  newerValues,
  nodeKeys,
  objects,
  proxies,
  registrations,
  retries,
  typedCodes
}

const parts = kinds()
const files = reports()
const all = files.flatMap(({ rows }) => rows)
const isFed = (report: Report): boolean => "input" in report

for (const { feed, rows, title } of files) {
  const fed = rows.filter(isFed)
  if (fed.length > 0) {
    describe(title, () => {
      it.each(fed.map((report) => [`${report.row} (${report.kind}) ${report.id}: ${report.sends}`, report] as const))(
        "%s",
        async (_, { expected, input }) => {
          expect(await feeders[feed]?.(input)).toEqual(expected)
        }
      )
    })
  }
}

describe("the corpus", () => {
  const range = (part: string, last: number) => Array.from({ length: last }, (_, at) => `${part}${at + 1}`)

  it("has at least 300 reports, each with its own name", () => {
    expect(all.length).toBeGreaterThanOrEqual(300)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it("has every row of devices, hosts and operations", () => {
    const rows = new Set(all.map(({ row }) => row))
    expect([...range("GD", 17), ...range("GH", 13), ...range("GO", 13)].filter((row) => !rows.has(row))).toEqual([])
  })

  it.each(Object.entries(parts).flatMap(([part, each]) => Object.keys(each).map((letter) => [part, letter] as const)))(
    "has at least five reports of the kind %s (%s)",
    (part, letter) => {
      const found = all.filter(({ kind, row }) => row.startsWith(part) && kind === letter)
      expect(found.length).toBeGreaterThanOrEqual(5)
    }
  )

  it("names a known kind and a known source in each report, and uses every source", () => {
    for (const { rows, sources } of files) {
      const used = new Set(rows.map(({ source }) => source))
      expect([...used].toSorted()).toEqual(Object.keys(sources).toSorted())
    }
    const unknown = all.filter(({ kind, row }) => parts[row.slice(0, 2)]?.[kind] === undefined)
    expect(unknown).toEqual([])
  })

  it("has for each report either an input with a feeder, or a test that exists, or a reason", () => {
    const tests = testFiles()
    const isThere = ({ file: name, title }: NonNullable<Report["test"]>) =>
      tests.some(({ file, titles }) => isCalled(file, name) && titles.some((each) => each.includes(title)))
    for (const { feed, rows } of files) {
      for (const { expected, id, open = "", test, ...report } of rows) {
        const ways = [
          "input" in report && expected !== undefined && Object.hasOwn(feeders, feed),
          test !== undefined && isThere(test),
          open.length > 40
        ]
        expect([id, ways.filter(Boolean).length]).toEqual([id, 1])
      }
    }
  })

  it("has an account number of every type", () => {
    const sent = JSON.stringify(files.find(({ feed }) => feed === "accounts")?.rows.map(({ input }) => input))
    expect([...accountTypes.keys()].filter((accountType) => !sent.includes(`"${accountType}"`))).toEqual([])
  })

  it("has a table of 12 or more typed codes, 17 or more devices, and 15 or more issuers", () => {
    const count = (feed: string) => files.find((file) => file.feed === feed)?.rows.length ?? 0
    expect(count("typedCodes")).toBeGreaterThanOrEqual(12)
    expect(count("deviceNames")).toBeGreaterThanOrEqual(17)
    expect(count("issuers")).toBeGreaterThanOrEqual(15)
  })
})
