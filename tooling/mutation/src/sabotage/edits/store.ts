import type { Sabotage } from "../problems.ts"

/** The store, processes and observability. */
export const storeEdits: ReadonlyArray<Sabotage> = [
  {
    row: "D1",
    removes: "PostgreSQL replaces any version",
    file: "adapters/postgres/migrations/0001_initial.sql",
    find: "  select lost || array_agg(w.item) filter (where held.version is distinct from w.version),",
    replace:
      "  select lost || array_agg(w.item) filter (where held.version is distinct from w.version and w.op <> 'replace'),",
    tests: ["adapters/postgres/test/faults.test.ts"]
  },
  {
    row: "D1",
    removes: "the memory store replaces any version",
    file: "adapters/memory/src/commit.ts",
    find: '  if (before?.row.version !== (change.op === "insert" ? undefined : change.version)) return undefined',
    replace: '  if ((before === undefined) !== (change.op === "insert")) return undefined',
    tests: ["adapters/memory/test/commit.test.ts"]
  },
  {
    row: "D2",
    removes: "PostgreSQL does not compare the version of a guard",
    file: "adapters/postgres/migrations/0001_initial.sql",
    find: "  select lost || array_agg(w.item) filter (where held.version is distinct from w.version),",
    replace:
      "  select lost || array_agg(w.item) filter (where held.version is distinct from w.version and w.op <> 'guard'),",
    tests: ["adapters/postgres/test/faults.test.ts"]
  },
  {
    row: "D2",
    removes: "the memory store does not compare the version of a guard",
    file: "adapters/memory/src/commit.ts",
    find: "if (space.records.get(guard.id)?.row.version !== guard.version)",
    replace: "if (!space.records.has(guard.id))",
    tests: ["adapters/memory/test/commit.test.ts"]
  },
  {
    row: "D3",
    removes: "serialization failures are not retried",
    file: "adapters/postgres/src/failures.ts",
    find: 'export const isRolledBack = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error) ?? "")',
    replace: 'export const isRolledBack = (error: unknown): boolean => ["40P01"].includes(codeOf(error) ?? "")',
    tests: ["adapters/postgres/test/faults.test.ts", "adapters/postgres/test/batched.test.ts"]
  },
  {
    row: "D4",
    removes: "a commit whose connection was lost is repeated",
    file: "adapters/postgres/src/failures.ts",
    find: "  return code === undefined || (UNAVAILABLE.includes(code.slice(0, 2)) && !isRolledBack(error))",
    replace: "  return code !== undefined && UNAVAILABLE.includes(code.slice(0, 2)) && !isRolledBack(error)",
    tests: ["adapters/postgres/test/batched.test.ts"]
  },
  {
    row: "D6",
    removes: "a connection that arrives after the timeout is not released",
    file: "adapters/postgres/src/runStatement.ts",
    find: "        client.release()\n        return",
    replace: "        return",
    tests: ["adapters/postgres/test/connection.test.ts"]
  },
  {
    row: "D7",
    removes: "a full disk is reported as a defect",
    file: "adapters/postgres/src/failures.ts",
    find: 'const UNAVAILABLE = [...LOST, "28", "3D", "40", "53", "55"]',
    replace: 'const UNAVAILABLE = [...LOST, "28", "3D", "40", "55"]',
    tests: ["tooling/faults/test/disk.test.ts"]
  },
  {
    row: "D10",
    removes: "values are written into the statement",
    file: "adapters/postgres/src/Statement.ts",
    find: "  return (...values) => ({ name, text, values })",
    replace:
      '  const array = (value: ReadonlyArray<unknown>) =>\n    `{${value.map((one) => (one === null ? "NULL" : JSON.stringify(one instanceof Uint8Array ? `\\\\x${Buffer.from(one).toString("hex")}` : String(one)))).join(",")}}`\n  const literal = (value: unknown) =>\n    value === null ? "null" : `\'${Array.isArray(value) ? array(value) : value instanceof Uint8Array ? `\\\\x${Buffer.from(value).toString("hex")}` : value}\'`\n  return (...values) => ({\n    name: "",\n    text: text.replace(/\\$(\\d+)/gu, (_, nth) => literal(values[nth - 1])),\n    values: []\n  })',
    tests: ["adapters/postgres/test/faults.test.ts"]
  },
  {
    row: "D11",
    removes: "the reply to a defect contains its error message",
    file: "packages/http/src/server/gate.ts",
    find: '  refusal("Defect", { details: { incident: onDefect(error, requestId) } })',
    replace: '  refusal("Defect", { details: { incident: onDefect(error, requestId), message: String(error) } })',
    tests: ["packages/http/test/edge.test.ts"]
  },
  {
    row: "D12",
    removes: "every call runs in the environment of the first one",
    file: "packages/http/src/server/authenticate.ts",
    find: "    callers.set(principal, caller)",
    replace: "    callers.get = () => caller",
    tests: ["packages/countersign/test/apart.test.ts"]
  },
  {
    row: "D13",
    removes: "the secret of the caller is an attribute of each span",
    file: "packages/http/src/server/observe.ts",
    find: '"http.route": shape.path,',
    replace: '"http.route": String(headers.authorization),',
    tests: ["packages/countersign/test/canary.test.ts"]
  },
  {
    row: "D14",
    removes: "log lines are not JSON",
    file: "packages/countersign/src/observed.ts",
    find: "  json: [Logger.consoleJson, Logger.tracerLogger],",
    replace: "  json: [Logger.consoleLogFmt, Logger.tracerLogger],",
    tests: ["packages/countersign/test/facade.test.ts"]
  },
  {
    row: "D15",
    removes: "each call leaks a fiber",
    file: "packages/http/src/server/run.ts",
    find: "    const exit = fiber.pollUnsafe()",
    replace: "    const exit = fiber.pollUnsafe()\n    Effect.runForkWith(services)(Effect.never)",
    tests: ["tooling/soak/test/heap.test.ts"]
  },
  {
    row: "D16",
    removes: "a call continues after its client disconnected",
    file: "packages/http/src/server/run.ts",
    find: "      fiber.interruptUnsafe()",
    replace: "",
    tests: ["packages/countersign/test/mountedUnder.test.ts", "packages/countersign/test/faults/leaving.test.ts"]
  },
  {
    row: "D17",
    removes: "a stopping node does not wait for calls in flight",
    file: "packages/http/src/server/gate.ts",
    find: "      if (underWay === 0) return 0",
    replace: "      return 0",
    tests: ["packages/countersign/test/health.test.ts"]
  },
  {
    row: "D18",
    removes: "instants are printed in the time zone of the machine",
    file: "packages/http/src/resources/fields.ts",
    find: "  const hours = Math.floor(minutes / 60)",
    replace: "  const hours = Math.floor((minutes - new Date(millis).getTimezoneOffset()) / 60)",
    tests: ["packages/countersign/test/apart.test.ts"]
  },
  {
    row: "D8",
    removes: "migrations take no lock",
    file: "adapters/postgres/src/migrations/migrate.ts",
    find: '    await client.query("select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`countersign/${schema}`])',
    replace: "",
    tests: ["adapters/postgres/test/migrate.test.ts"]
  },
  {
    row: "D9",
    removes: "PostgreSQL replaces any version",
    file: "adapters/postgres/migrations/0001_initial.sql",
    find: "  select lost || array_agg(w.item) filter (where held.version is distinct from w.version),",
    replace:
      "  select lost || array_agg(w.item) filter (where held.version is distinct from w.version and w.op <> 'replace'),",
    tests: ["adapters/postgres/test/suite.test.ts"]
  }
]
