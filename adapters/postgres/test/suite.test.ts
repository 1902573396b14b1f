import { testDatabase } from "@countersign/harness/postgres"
import { describe } from "vitest"
import { suiteOnVersion } from "./suiteOn.ts"

describe("D9: PostgreSQL 18", () => suiteOnVersion({ name: "18", server: testDatabase() }))
