import { testDatabase } from "@countersign/harness/postgres"
import { suiteOnVersion } from "./suiteOn.ts"

suiteOnVersion({ name: "18", server: testDatabase() })
