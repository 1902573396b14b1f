import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { breaks } from "../src/breaks/breaks.ts"
import type { Document } from "../src/breaks/schemas.ts"
import { root, text } from "../src/workspace/disk.ts"

const read = (path: string): Document => JSON.parse(text(path))

const order = (state = ["OPEN", "SHUT"]) => ({
  type: "object",
  properties: {
    id: { type: "string" },
    state: { type: "string", enum: state },
    paid: { anyOf: [{ type: "integer" }, { type: "string" }] }
  } as Record<string, object>,
  required: ["id", "state"]
})

/** A small document, with one thing of each kind that a client may lean on. */
const shop = () => ({
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        parameters: [{ name: "Request-Id", in: "header", required: false, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  sort: { type: "string", enum: ["A", "B"] },
                  note: { type: "string", maxLength: 9 },
                  items: { type: "array", items: { anyOf: [{ type: "integer" }, { type: "string" }] } }
                } as Record<string, object>,
                required: ["sort"],
                additionalProperties: false
              }
            }
          }
        },
        responses: {
          "201": { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
          "400": {
            content: {
              "application/json": {
                schema: {
                  allOf: [
                    { $ref: "#/components/schemas/Error" },
                    { type: "object", properties: { code: { type: "string", enum: ["BAD", "WORSE"] } } }
                  ]
                }
              }
            }
          }
        } as Record<string, object>
      }
    } as Record<string, object>
  },
  components: {
    schemas: {
      Order: order(),
      Error: { type: "object", properties: { code: { type: "string" } }, required: ["code"] }
    }
  }
})

type Shop = ReturnType<typeof shop>
// biome-ignore lint/suspicious/noExplicitAny: a test changes any place of a document, and decoding it is the check
type Loose = any

const breaksBy = (change: (document: Loose) => void) => {
  const changed: Shop = shop()
  change(changed)
  const [released, current]: ReadonlyArray<Loose> = [shop(), changed]
  return breaks(released, current)
}
const post = (document: Loose) => document.paths["/orders"].post
const body = (document: Loose) => post(document).requestBody.content["application/json"].schema
const orderOf = (document: Loose) => document.components.schemas.Order
const codes = (document: Loose) =>
  post(document).responses["400"].content["application/json"].schema.allOf[1].properties.code

const AT = "POST /orders"
const seeded: ReadonlyArray<readonly [string, (document: Loose) => void, string]> = [
  ["an operation is gone", (shop) => delete shop.paths["/orders"].post, `${AT}: is gone`],
  ["a path is gone", (shop) => delete shop.paths["/orders"], `${AT}: is gone`],
  ["an operation has another name", (shop) => (post(shop).operationId = "order"), `${AT}: operationId was createOrder`],
  ["a parameter is gone", (shop) => post(shop).parameters.pop(), `${AT} Request-Id: is gone`],
  [
    "a parameter is demanded",
    (shop) => (post(shop).parameters[0].required = true),
    `${AT} Request-Id: has to be sent now`
  ],
  [
    "a new parameter is demanded",
    (shop) => post(shop).parameters.push({ name: "shop", in: "query", required: true, schema: { type: "string" } }),
    `${AT} shop: has to be sent now`
  ],
  ["a field is demanded", (shop) => body(shop).required.push("note"), `${AT} request.note: has to be sent now`],
  ["a field is refused", (shop) => delete body(shop).properties.note, `${AT} request.note: is gone`],
  ["a choice is narrowed", (shop) => body(shop).properties.sort.enum.pop(), `${AT} request.sort: "B" is gone`],
  [
    "a text is made a choice",
    (shop) => (body(shop).properties.note.enum = ["x"]),
    `${AT} request.note: takes only some values now`
  ],
  ["a limit is lowered", (shop) => (body(shop).properties.note.maxLength = 8), `${AT} request.note: maxLength fell`],
  [
    "a pattern is added",
    (shop) => (body(shop).properties.note.pattern = "^a"),
    `${AT} request.note: has another pattern`
  ],
  [
    "a type is changed",
    (shop) => (body(shop).properties.note.type = "integer"),
    `${AT} request.note: was string, is integer`
  ],
  [
    "an alternative is taken no longer",
    (shop) => body(shop).properties.items.items.anyOf.pop(),
    `${AT} request.items[]: alternative 2 is taken no longer`
  ],
  ["an answer's field is gone", (shop) => delete orderOf(shop).properties.paid, `${AT} 201.paid: is gone`],
  ["an answer's field may be missing", (shop) => orderOf(shop).required.pop(), `${AT} 201.state: may be left out now`],
  [
    "an answer has a value nobody knows",
    (shop) => orderOf(shop).properties.state.enum.push("LOST"),
    `${AT} 201.state: "LOST" is new`
  ],
  [
    "an answer has an alternative nobody knows",
    (shop) => orderOf(shop).properties.paid.anyOf.push({ type: "boolean" }),
    `${AT} 201.paid: alternative 3 was not there`
  ],
  [
    "a format is changed",
    (shop) => (orderOf(shop).properties.id.format = "uuid"),
    `${AT} 201.id: format was undefined, is uuid`
  ],
  ["a success is new", (shop) => (post(shop).responses["202"] = {}), `${AT} 202: was not there`],
  ["a status is gone", (shop) => delete post(shop).responses["400"], `${AT} 400: is gone`],
  ["a code of a refusal is gone", (shop) => codes(shop).enum.pop(), `${AT} 400.code: "WORSE" is gone`]
]

const harmless: ReadonlyArray<readonly [string, (document: Loose) => void]> = [
  ["nothing", () => {}],
  ["an operation", (shop) => (shop.paths["/orders"].get = { operationId: "listOrders", responses: {} })],
  ["a field that may be sent", (shop) => (body(shop).properties.colour = { type: "string" })],
  ["a field of an answer", (shop) => (orderOf(shop).properties.colour = { type: "string" })],
  ["a choice that may be sent", (shop) => body(shop).properties.sort.enum.push("C")],
  ["a limit that is wider", (shop) => (body(shop).properties.note.maxLength = 10)],
  ["a value that is answered no longer", (shop) => orderOf(shop).properties.state.enum.pop()],
  ["a code of a refusal", (shop) => codes(shop).enum.push("WORST")],
  ["a refusal", (shop) => (post(shop).responses["409"] = {})],
  [
    "a name for a schema",
    (shop) => {
      shop.components.schemas.Sort = body(shop).properties.sort
      body(shop).properties.sort = { $ref: "#/components/schemas/Sort" }
    }
  ]
]

describe("a client of the released document", () => {
  it.each(seeded)("breaks when %s", (_, change, reported) => expect(breaksBy(change)).toEqual([reported]))

  it.each(harmless)("does not break when the change is %s", (_, change) => expect(breaksBy(change)).toEqual([]))

  it("does not break with an unchanged document", () => {
    const today = read("docs/generated/openapi.json")
    expect(breaks(today, today)).toEqual([])
  })
})

describe("npm run breaks", () => {
  const folder = mkdtempSync(join(tmpdir(), "breaks-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { cwd: folder })
  const write = (content: string) => writeFileSync(join(folder, "docs/generated/openapi.json"), content)
  const commit = (tag: string) => {
    git("add", ".")
    git("commit", "--quiet", "--allow-empty", "--message", tag)
    git("tag", tag)
  }
  const run = (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(root, "tooling/checks/dist/breaks/main.js"), ...args],
      {
        cwd: folder,
        encoding: "utf8"
      }
    )
    return { status, reported: (stdout + stderr).trim() }
  }

  beforeAll(() => {
    git("init", "--quiet")
    commit("empty")
    mkdirSync(join(folder, "docs/generated"), { recursive: true })
    write("{}")
    commit("broken")
    write(JSON.stringify(shop()))
    commit("v1.0.0")
  })

  it("exits 0 when the document of the ref equals the current one", () => {
    expect(run("v1.0.0")).toEqual({ status: 0, reported: "breaks: 0 of the changes since v1.0.0 would break a client" })
  })

  it("exits 1 and lists each change that would break a client of the ref", () => {
    const changed = shop()
    body(changed).required.push("note")
    write(JSON.stringify(changed))
    const reported = `${AT} request.note: has to be sent now\nbreaks: 1 of the changes since v1.0.0 would break a client`
    expect(run("v1.0.0")).toEqual({ status: 1, reported })
    write(JSON.stringify(shop()))
  })

  it.each([
    ["without a ref", [], "Usage: npm run breaks -- REF"],
    ["with two refs", ["v1.0.0", "empty"], "Usage: npm run breaks -- REF"],
    ["with an unknown ref", ["v9.9.9"], "v9.9.9 names no commit here."],
    ["with an option in place of a ref", ["--all"], "--all names no commit here."],
    ["with a ref that lacks the document", ["empty"], "empty has no docs/generated/openapi.json."],
    ["with a ref whose document is another", ["broken"], "docs/generated/openapi.json of broken is not"]
  ])("exits 2 %s, and says why", (_, args, message) => {
    expect(run(...args)).toEqual({ status: 2, reported: expect.stringContaining(message) })
  })

  it("exits 2 when the current document is missing", () => {
    rmSync(join(folder, "docs/generated/openapi.json"))
    expect(run("v1.0.0")).toEqual({ status: 2, reported: expect.stringContaining("no such file or directory") })
  })
})
