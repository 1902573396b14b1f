import { type FeatureName, features, names } from "./features.ts"

/** What the documentation of an engine says about a feature. Without a finding, nothing was found in it. */
export interface Finding {
  readonly is: "yes" | "no" | "partly"
  readonly says: string
  readonly page: string
}

export interface Engine {
  readonly name: string
  /** What its documentation says about PostgreSQL as a whole. */
  readonly says: string
  readonly page: string
  readonly of: Partial<Readonly<Record<FeatureName, Finding>>>
  /** What follows for the store. */
  readonly follows: string
}

const yes = (page: string, says: string): Finding => ({ is: "yes", says, page })
const no = (page: string, says: string): Finding => ({ is: "no", says, page })
const partly = (page: string, says: string): Finding => ({ is: "partly", says, page })

const YUGABYTE = "https://docs.yugabyte.com/stable/"
const YUGABYTE_SQL = `${YUGABYTE}api/ysql/sql-feature-support/`
const YUGABYTE_WITH = `${YUGABYTE}api/ysql/the-sql-language/with-clause/with-clause-syntax-semantics/`
const CITUS = "https://docs.citusdata.com/en/stable/develop/reference_workarounds.html"
const COCKROACH = "https://www.cockroachlabs.com/docs/v25.1/"
const DSQL = "https://docs.aws.amazon.com/aurora-dsql/latest/userguide/"
const DSQL_SQL = `${DSQL}working-with-postgresql-compatibility-supported-sql-features.html`
const DSQL_NOT = `${DSQL}working-with-postgresql-compatibility-unsupported-features.html`
const SPANNER = "https://docs.cloud.google.com/spanner/docs/"
const SPANNER_NOT = `${SPANNER}postgresql/overview`
const SPANNER_QUERIES = `${SPANNER}reference/postgresql/query-syntax`

const FULL = "It claims compatibility as a whole. If that holds, everything runs unchanged."

export const engines: ReadonlyArray<Engine> = [
  {
    name: "AlloyDB",
    says: "It is 100 % compatible with open-source PostgreSQL.",
    page: "https://docs.cloud.google.com/alloydb/docs",
    of: {},
    follows: FULL
  },
  {
    name: "Aurora PostgreSQL",
    says: "It offers full open-source compatibility, with little or no modification of existing code.",
    page: "https://docs.aws.amazon.com/rds/latest/auroraextendedcontent/aurora-faq.md",
    of: {
      timeline: partly(
        "https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Appendix.AuroraPostgreSQL.Functions.html",
        "Its own functions are in addition to the standard ones; the page does not name these."
      )
    },
    follows: FULL
  },
  {
    name: "YugabyteDB",
    says: "Its query layer is a fork of that of PostgreSQL, and most features are expected to work identically.",
    page: `${YUGABYTE}explore/ysql-language-features/`,
    of: {
      modifyingWith: yes(YUGABYTE_WITH, "A `with` clause may contain `insert`, `update` and `delete`."),
      recursive: yes(YUGABYTE_SQL, "Recursive queries are supported."),
      forShare: yes(
        `${YUGABYTE}explore/transactions/explicit-locking/`,
        "`for share` is one of the supported row locks."
      ),
      skipLocked: partly(
        `${YUGABYTE}explore/transactions/explicit-locking/`,
        "`for update` is one of the supported row locks; the page does not mention `skip locked`."
      ),
      ctid: no(
        "https://github.com/yugabyte/yugabyte-db/issues/24843",
        "An open issue lists `ctid` among the unsupported system columns."
      ),
      partialIndex: yes(YUGABYTE_SQL, "Partial indexes are supported."),
      collation: yes(YUGABYTE_SQL, "`collate` is supported.")
    },
    follows: "Loads, pages and commits run by its documentation. The sweep does not, because of `ctid`."
  },
  {
    name: "Citus",
    says: "It supports all SQL in a query that it can execute on a single worker.",
    page: CITUS,
    of: {
      recursive: partly(CITUS, "Recursive queries work on a single shard only."),
      skipLocked: partly(CITUS, "`select … for update` works on a single shard only."),
      subqueryInInsert: no(CITUS, "Subqueries within an `insert` are not supported."),
      volatileUpdate: no(CITUS, "Functions in an `update` of a distributed table must not be volatile.")
    },
    follows:
      "With `environment` as the distribution column, loads and pages are of a single shard and run by its documentation. Commits, claims and sweeps do not."
  },
  {
    name: "CockroachDB",
    says: "It supports the majority of the syntax of PostgreSQL, and lists differences.",
    page: `${COCKROACH}postgresql-compatibility`,
    of: {
      modifyingWith: yes(
        `${COCKROACH}common-table-expressions`,
        "Allowed in a `with` clause at the top level of the query."
      ),
      modifiedTwice: no(
        "https://github.com/cockroachdb/docs/issues/12456",
        "A release note: statements with several subqueries that modify the same table are disallowed."
      ),
      recursive: yes(`${COCKROACH}common-table-expressions`, "Recursive queries are supported."),
      forShare: partly(
        `${COCKROACH}select-for-update`,
        "Shared locks are not enabled by default under SERIALIZABLE; a session setting enables them."
      ),
      skipLocked: yes(`${COCKROACH}select-for-update`, "`skip locked` skips rows that cannot be locked at once."),
      unnest: partly(`${COCKROACH}sql-feature-support`, "Table generator functions are supported in part."),
      ordinality: yes(`${COCKROACH}sql-feature-support`, "`with ordinality` is supported."),
      partialIndex: yes(`${COCKROACH}partial-indexes`, "Partial indexes are supported."),
      collation: yes(`${COCKROACH}sql-feature-support`, "`collate` is supported."),
      advisoryLock: no(`${COCKROACH}postgresql-compatibility`, "Not supported; some of the functions do nothing.")
    },
    follows:
      "A commit that inserts into a table and replaces a record in it does not run, so it needs a store of its own."
  },
  {
    name: "Aurora DSQL",
    says: "It supports core features, and lists what it does not support.",
    page: DSQL_NOT,
    of: {
      forShare: no(DSQL_SQL, "The supported locking clauses are `for update` and `for key share`."),
      skipLocked: partly(DSQL_SQL, "`for update` is supported, within limits; `skip locked` is not mentioned."),
      window: partly(DSQL_SQL, "Of window functions, `rank` with `partition by` is listed."),
      collation: no(DSQL_NOT, "`create table` does not support `collate`."),
      sqlFunction: yes(DSQL_SQL, "Functions in SQL are supported; in other languages not.")
    },
    follows: "Neither the migrations nor commits with guards run."
  },
  {
    name: "Spanner",
    says: "Its PostgreSQL dialect is a subset, and the page lists features that are missing.",
    page: SPANNER_NOT,
    of: {
      modifyingWith: no(SPANNER_QUERIES, "The syntax of `with` has a `select` in its parentheses and nothing else."),
      partialIndex: no(SPANNER_NOT, "Partial indexes are not supported."),
      sqlFunction: no(SPANNER_NOT, "User-defined functions are not supported.")
    },
    follows: "Neither the migrations nor commits run."
  }
]

const CELLS = { yes: "yes", no: "**no**", partly: "partly" } as const

export const HEAD: ReadonlyArray<string> = ["Used by the store", ...engines.map(({ name }) => name)]

/** A line for each feature, with a cell for each engine. */
export const rows = (): ReadonlyArray<ReadonlyArray<string>> =>
  names.map((name) => [
    features[name].title,
    ...engines.map(({ name: engine, of }) => {
      const finding = of[name]
      return finding === undefined
        ? "?"
        : `[${CELLS[finding.is]}](../generated/engines.md#${engine.toLowerCase().replaceAll(" ", "-")})`
    })
  ])
