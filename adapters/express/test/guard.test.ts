import { createRequire } from "node:module"
import { serve } from "@countersign/harness/serve"
import type { Call } from "@countersign/http"
import express5 from "express"
import { describe, expect, it } from "vitest"
import { countersignGuard } from "../src/index.ts"

// The types are those of Express 5, as far as this test uses them.
const express4: typeof express5 = createRequire(import.meta.url)("express4")

/** Accepts calls by a field of the body, and returns what it received of the call. */
const guard = {
  checkCall: async ({ body, target }: Call) => {
    const { isSigned, ...rest } = JSON.parse(Buffer.from(await body(1000)).toString())
    if (isSigned !== true) {
      const answer = Response.json({ sign: rest }, { status: 202, headers: { "x-from": "guard" } })
      return { answer, granted: undefined }
    }
    return { answer: undefined, granted: { path: target, rest } }
  }
}

describe.each([
  ["Express 5", express5],
  ["Express 4", express4]
])("countersignGuard in %s", (_, express) => {
  const shop = async (parser: "json" | "none", act: (granted: unknown) => unknown) => {
    const app = express()
    const routes = express.Router()
    const guarded = countersignGuard(guard, async (_request, response: express5.Response, granted) => {
      response.status(201).json(await act(granted))
    })
    if (parser === "json") app.use(express.json())
    routes.post("/payouts", guarded)
    app.use("/shop", routes)
    app.use(((error, _request, response, _next) => {
      response.status(500).json({ thrown: String(error) })
    }) as express5.ErrorRequestHandler)
    const origin = await serve(app)
    return async (body: object) => {
      const response = await fetch(`${origin}/shop/payouts`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      return { status: response.status, from: response.headers.get("x-from"), body: await response.json() }
    }
  }

  it.each(["json", "none"] as const)("responds to a rejected call, with %s as a parser before", async (parser) => {
    const acts: Array<unknown> = []
    const call = await shop(parser, (granted) => acts.push(granted))
    expect(await call({ amount: 5 })).toEqual({ status: 202, from: "guard", body: { sign: { amount: 5 } } })
    expect(acts).toEqual([])
  })

  it.each(["json", "none"] as const)(
    "passes an accepted call on with the result of the guard, after %s",
    async (parser) => {
      const call = await shop(parser, (granted) => granted)
      const granted = { path: "/shop/payouts", rest: { amount: 5 } }
      expect(await call({ amount: 5, isSigned: true })).toEqual({ status: 201, from: null, body: granted })
    }
  )

  it("leaves an exception of the route to the host's error page", async () => {
    const call = await shop("json", () => Promise.reject(new Error("no money")))
    expect(await call({ isSigned: true })).toEqual({ status: 500, from: null, body: { thrown: "Error: no money" } })
  })
})
