import { migrate } from "@countersign/postgres"
import { poolOf, startServer } from "./PostgresServer.ts"
import type { Place } from "./shared.ts"

const TEMPLATE = "countersign_template"

/** Starts a server that copies a database for each test file out of a template, which has the current schema. */
export const startDatabases = async () => {
  // The pools of several test files are open at once.
  const server = await startServer({ settings: ["max_connections=400"] })
  const admin = poolOf(server.port, "postgres", { max: 1 })
  await admin.query(`create database ${TEMPLATE} template template0`)
  const pool = poolOf(server.port, TEMPLATE, { max: 1 })
  await migrate(pool)
  // A database with a connection cannot be a template.
  await pool.end()
  let count = 0
  return {
    make: async (from: "migrated" | "empty"): Promise<Place> => {
      count += 1
      const database = `countersign_${count}`
      await admin.query(`create database ${database} template ${from === "migrated" ? TEMPLATE : "template0"}`)
      return { port: server.port, database }
    },
    stop: async (): Promise<void> => {
      await admin.end()
      await server.stop()
    }
  }
}
