import type { RequestListener } from "node:http"
import { countersignExpress, countersignGuard } from "@countersign/express"
import { nodeBridge, nodeGuard } from "@countersign/http/node"
import type { Countersign } from "countersign"
import express from "express"
import { OWN_ROUTE } from "../seed/Seed.ts"
import type { Mount } from "../server/ServerSpec.ts"
import { ENVIRONMENT } from "./equipped.ts"

/** Countersign in a host, mounted as documented, with one guarded endpoint of the host. */
export const hostOf = (mount: Mount, countersign: Countersign): RequestListener => {
  const guard = countersign.api.in(ENVIRONMENT).requireSession()
  switch (mount) {
    case "express": {
      const wallet = countersignExpress(countersign)
      const own = countersignGuard(guard, (_, response, { id }) => response.end(id))
      return express()
        .disable("x-powered-by")
        .use((request, response, next) => (request.url === OWN_ROUTE ? own : wallet)(request, response, next))
    }
    case "node": {
      const wallet = nodeBridge(countersign)
      const pass = nodeGuard(guard)
      return async (request, response) => {
        if (request.url !== OWN_ROUTE) return wallet(request, response)
        const granted = await pass(request, response)
        if (granted !== undefined) response.end(granted.id)
      }
    }
  }
}
