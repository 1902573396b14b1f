import { once } from "node:events"
import { get } from "node:http"
import { createRequire } from "node:module"
import { serve } from "@countersign/harness/serve"
import express5 from "express"
import { describe, expect, it } from "vitest"
import { countersignExpress } from "../src/index.ts"

// The conformance suite tests what every framework must do. These tests cover what is specific to this adapter.

// The types are those of Express 5, as far as this test uses them.
const express4: typeof express5 = createRequire(import.meta.url)("express4")

const failure = new Error("boom")
const broken = { handler: () => Promise.reject(failure) }

describe.each([
  ["Express 5", express5],
  ["Express 4", express4]
])("%s", (_, express) => {
  it("reports a failure of the handler to onDefect, and its id to the caller", async () => {
    const reported: Array<unknown> = []
    const onDefect = (error: unknown) => `incident ${reported.push(error)}`
    const url = await serve(express().use(countersignExpress(broken, { onDefect })))
    const response = await fetch(url)
    expect([response.status, (await response.json()).details]).toEqual([500, { incident: "incident 1" }])
    expect(reported).toEqual([failure])
  })

  it("emits a process warning for a failure without onDefect", async () => {
    const url = await serve(express().use(countersignExpress(broken)))
    const warned = once(process, "warning")
    const { details } = await (await fetch(url)).json()
    const [warning] = await warned
    expect(warning).toMatchObject({
      name: "CountersignDefect",
      message: `request failed, incident ${details.incident}`
    })
    expect(warning.detail).toContain("boom")
  })

  it("passes an exception of onDefect to Express", async () => {
    const thrown = new Error("no place to tell it")
    const onDefect = () => {
      throw thrown
    }
    const handed: Array<unknown> = []
    const app = express().use(countersignExpress(broken, { onDefect }))
    app.use(
      (
        error: unknown,
        _: unknown,
        response: { writeHead: (status: number) => { end: () => void } },
        _next: unknown
      ) => {
        handed.push(error)
        response.writeHead(599).end()
      }
    )
    expect((await fetch(await serve(app))).status).toBe(599)
    expect(handed).toEqual([thrown])
  })

  it("rejects a repeated header that the host declares as single", async () => {
    const echo = { handler: async () => new Response("served") }
    const url = await serve(express().use(countersignExpress(echo, { single: ["x-tenant"] })))
    const ask = async (tenants: Array<string>) => {
      const request = get(url, { headers: { "x-tenant": tenants } })
      const [response] = await once(request, "response")
      response.resume()
      return response.statusCode
    }
    expect([await ask(["a"]), await ask(["a", "b"])]).toEqual([200, 400])
  })
})
