import type { NextRequest } from "next/server"
import { countersign } from "../../../lib/countersign"

/** An endpoint of the host, which requires a session of the wallet. */
export const GET = (request: NextRequest) =>
  countersign()
    .api.in({ platformId: "acme", mode: "sandbox" })
    .requireSession()
    .handler((_, { accountId }) => Response.json({ accountId }))(request)
