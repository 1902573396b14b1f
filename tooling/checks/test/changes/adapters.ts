import { posix } from "node:path"
import { filesBelow, text } from "../../src/workspace/disk.ts"
import { type Change, type Edit, SERVICE } from "./Change.ts"

/** The sources of a workspace under another name: what its author wrote beside its tests. */
const repeated = (folder: string, workspace: string, name: string): ReadonlyArray<Edit> => {
  const { name: former } = JSON.parse(text(`${folder}/package.json`))
  return filesBelow(folder, "")
    .filter((path) => !/^(?:dist|node_modules|test)\//u.test(posix.relative(folder, path)))
    .map((path) => ({
      create: posix.join(workspace, posix.relative(folder, path)),
      text: text(path).replaceAll(former, name)
    }))
}

/** The adapter of Koa, as it was made: one folder. */
export const hostAdapter: Change = {
  name: "host adapter",
  workspace: "adapters/again-koa",
  edits: repeated("adapters/koa", "adapters/again-koa", "@countersign/again-koa"),
  shown: `${SERVICE}
import { countersignKoa } from "@countersign/again-koa"
import Koa from "koa"

const server = new Koa().use(countersignKoa(countersign)).listen(0)
const headers = { authorization: "Basic " + btoa("t:s") }
const answer = await fetch("http://localhost:" + server.address().port + "/2025-10-13/customers", { headers })
assert.deepEqual([answer.status, (await answer.json()).data], [200, []])
process.exit(0)
`
}

/** The store on SQLite, as an adapter: one folder. */
export const storeAdapter: Change = {
  name: "store adapter",
  workspace: "adapters/again-sqlite",
  edits: repeated("examples/sqlite-store", "adapters/again-sqlite", "@countersign/again-sqlite"),
  shown: `import assert from "node:assert/strict"
import { createCountersign } from "countersign"
import initSqlJs from "sql.js"
import { sqliteStore } from "./adapters/again-sqlite/dist/sqliteStore.js"

const { Database } = await initSqlJs()
const { api } = createCountersign({ logs: "none", store: sqliteStore(new Database()) })
const { customers } = api.in({ platformId: "alpha", mode: "sandbox" })
const { id } = await customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
assert.equal((await customers.read(id)).email, "ada@example.com")
process.exit(0)
`
}
