/** A feature of PostgreSQL that the statements of the store use, beyond what every SQL database has. */
export interface Feature {
  readonly title: string
  /** Matches a statement that uses it. */
  readonly in: RegExp
}

const MODIFYING = String.raw`(?:insert into|update|delete from) ("\w+"\."\w+")`

export const features = {
  modifyingWith: {
    title: "`insert`, `update`, `delete` in `with`",
    in: new RegExp(String.raw`\((?:\s*)${MODIFYING}`, "u")
  },
  modifiedTwice: {
    title: "several of them of one table in a statement",
    in: new RegExp(String.raw`${MODIFYING}[\s\S]*\((?:\s*)(?:insert into|update|delete from) \1`, "u")
  },
  recursive: { title: "`with recursive`", in: /\bwith recursive\b/u },
  forShare: { title: "`for share`", in: /\bfor share\b/u },
  skipLocked: { title: "`for update skip locked`", in: /\bfor update (?:of \w+ )?skip locked\b/u },
  lateral: { title: "`cross join lateral`", in: /\bcross join lateral\b/u },
  unnest: { title: "`unnest` of several arrays", in: /\bunnest\(\$\d+::\w+\[\], /u },
  ordinality: { title: "`with ordinality`", in: /\bwith ordinality\b/u },
  window: { title: "`row_number() over`", in: /\brow_number\(\) over\b/u },
  subqueryInInsert: {
    title: "an `insert` from a `select` with a subquery",
    in: /\binsert into [^()]+\([^()]+\)\s+select [\s\S]*\(select count/u
  },
  volatileUpdate: { title: "`clock_timestamp()` in an `update`", in: /\bupdate [\s\S]*?clock_timestamp\(\)/u },
  ctid: { title: "`ctid`", in: /\bctid\b/u },
  timeline: { title: "`pg_walfile_name`, `pg_control_system`", in: /\bpg_walfile_name\(|\bpg_control_system\(/u },
  synchronousCommit: { title: "`set_config` of `synchronous_commit`", in: /\bset_config\('synchronous_commit'/u },
  partialIndex: { title: "partial indexes", in: /\bcreate index [^;]+ where /u },
  collation: { title: 'columns with `collate "C"`', in: /\bcollate "C"/u },
  sqlFunction: { title: "a function in SQL", in: /\bcreate or replace function [\s\S]*?language sql/u },
  advisoryLock: { title: "advisory locks, by `migrate`", in: /\bpg_advisory_xact_lock\(/u }
} satisfies Readonly<Record<string, Feature>>

export type FeatureName = keyof typeof features

const isFeature = (name: string): name is FeatureName => Object.hasOwn(features, name)
export const names: ReadonlyArray<FeatureName> = Object.keys(features).filter(isFeature)

export const featuresOf = (statement: string): ReadonlyArray<FeatureName> =>
  names.filter((name) => features[name].in.test(statement))

/** The functions that the statements call, in any SQL database or one of {@link features}. Another one is to be classified. */
const KNOWN = new Set([
  ...[
    "array",
    "cardinality",
    "clock_timestamp",
    "coalesce",
    "count",
    "current_setting",
    "extract",
    "floor",
    "gen_random_uuid"
  ],
  ...[
    "greatest",
    "json_typeof",
    "least",
    "left",
    "max",
    "min",
    "now",
    "pg_current_wal_insert_lsn",
    "pg_is_in_recovery"
  ],
  ...[
    "read_through",
    "round",
    "row_number",
    "substr",
    "array_position",
    "unnest",
    "pg_walfile_name",
    "pg_control_system"
  ],
  ...[
    "set_config",
    "bool_and",
    "bool_or",
    "has_function_privilege",
    "row_security_active",
    "to_regclass",
    "to_regnamespace"
  ],
  ...[
    "hashtextextended",
    "pg_advisory_xact_lock",
    "regexp_replace",
    "split_part",
    "strpos",
    "sum",
    "to_timestamp",
    "upper"
  ]
])

const KEYWORDS = new Set([
  ...[
    "all",
    "and",
    "any",
    "as",
    "by",
    "case",
    "conflict",
    "else",
    "exists",
    "from",
    "in",
    "join",
    "key",
    "lateral",
    "limit",
    "not",
    "on",
    "or"
  ],
  ...["over", "select", "then", "unique", "using", "values", "when", "where", "with", "union", "returning", "cost"]
])

/** The functions of a statement that nobody has classified: the table of engines says nothing about them. */
export const unknownFunctions = (statement: string): ReadonlyArray<string> => {
  const plain = statement.replace(/--.*$/gmu, "").replace(/'(?:[^']|'')*'/gu, "''")
  const called = [...plain.matchAll(/(?<![\w".\\]|as )\b([a-z_]+)\s*\(/gu)].map(([, name = ""]) => name)
  const own = new Set([...plain.matchAll(/\bas (?:materialized )?(\w+) \(/gu)].map(([, name = ""]) => name))
  return [...new Set(called)].filter((name) => !KNOWN.has(name) && !KEYWORDS.has(name) && !own.has(name))
}
