import { once } from "node:events"
import { countersignExpress } from "@countersign/express"
import { postgres } from "@countersign/postgres"
import { type CountersignOptions, createCountersign } from "countersign"
import express from "express"
import pg from "pg"
import { type BankAccess, bankRails, bankReports } from "./rails.ts"

export interface HostOptions extends CountersignOptions {
  readonly bank: BankAccess
  readonly databaseUrl: string
  readonly port?: number
}

/** The backend of a platform: Countersign on PostgreSQL, and the route to which the bank reports. */
export const startHost = async ({ bank, databaseUrl, port = 0, ...options }: HostOptions) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const countersign = createCountersign({ store: postgres({ pool }), ...options, paymentRails: bankRails(bank) })
  const app = express()
  app.post("/bank-reports", express.text({ type: "application/json" }), bankReports(bank, countersign))
  app.use("/wallet", countersignExpress(countersign))
  const server = app.listen(port, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the host listens on no port")
  return {
    api: countersign.api,
    url: `http://127.0.0.1:${address.port}`,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await countersign.close()
      await pool.end()
    }
  }
}
