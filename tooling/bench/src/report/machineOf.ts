import { cpus, loadavg, totalmem, type } from "node:os"
import type { Machine } from "./Report.ts"

/** This machine before a run, without anything that names it. */
export const machineOf = (postgres: string): Machine => ({
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  gigabytes: Math.round(totalmem() / 2 ** 30),
  system: type(),
  node: process.version,
  postgres,
  busy: loadavg()[0] ?? 0,
  date: new Date().toISOString().slice(0, 10)
})
