const MODIFYING = String.raw`(?:insert into|update|delete from) ("\w+"\."\w+")`

/** The features of PostgreSQL that the statements of the store use, beyond what every SQL database has. */
export const features: ReadonlyArray<readonly [name: string, title: string, isIn: RegExp]> = [
  ["modifyingWith", "`insert`, `update`, `delete` in `with`", new RegExp(String.raw`\((?:\s*)${MODIFYING}`, "u")],
  [
    "modifiedTwice",
    "several of them of one table in a statement",
    new RegExp(String.raw`${MODIFYING}[\s\S]*\((?:\s*)(?:insert into|update|delete from) \1`, "u")
  ],
  ["recursive", "`with recursive`", /\bwith recursive\b/u],
  ["forShare", "`for share`", /\bfor share\b/u],
  ["skipLocked", "`for update skip locked`", /\bfor update (?:of \w+ )?skip locked\b/u],
  ["lateral", "`cross join lateral`", /\bcross join lateral\b/u],
  ["unnest", "`unnest` of several arrays", /\bunnest\(\$\d+::\w+\[\], /u],
  ["ordinality", "`with ordinality`", /\bwith ordinality\b/u],
  ["window", "`row_number() over`", /\brow_number\(\) over\b/u],
  [
    "subqueryInInsert",
    "an `insert` from a `select` with a subquery",
    /\binsert into [^()]+\([^()]+\)\s+select [\s\S]*\(select count/u
  ],
  ["volatileUpdate", "`clock_timestamp()` in an `update`", /\bupdate [\s\S]*?clock_timestamp\(\)/u],
  ["ctid", "`ctid`", /\bctid\b/u],
  ["timeline", "`pg_walfile_name`, `pg_control_system`", /\bpg_walfile_name\(|\bpg_control_system\(/u],
  ["synchronousCommit", "`set_config` of `synchronous_commit`", /\bset_config\('synchronous_commit'/u],
  ["partialIndex", "partial indexes", /\bcreate index [^;]+ where /u],
  ["collation", 'columns with `collate "C"`', /\bcollate "C"/u],
  ["sqlFunction", "a function in SQL", /\bcreate or replace function [\s\S]*?language sql/u],
  ["advisoryLock", "advisory locks, by `migrate`", /\bpg_advisory_xact_lock\(/u]
]

export const featuresOf = (statement: string): ReadonlyArray<string> =>
  features.flatMap(([name, , isIn]) => (isIn.test(statement) ? [name] : []))

/** The functions that the statements call, in any SQL database or one of {@link features}, and the words before other parentheses. */
const KNOWN = new Set(
  [
    "array array_position bool_and bool_or cardinality clock_timestamp coalesce count current_setting extract floor",
    "gen_random_uuid greatest has_function_privilege hashtextextended json_typeof least left max min now",
    "pg_advisory_xact_lock pg_control_system pg_current_wal_insert_lsn pg_is_in_recovery pg_walfile_name read_through",
    "regexp_replace round row_number row_security_active set_config split_part strpos substr sum to_regclass",
    "to_regnamespace to_timestamp unnest upper",
    "all and any as by case conflict cost else exists from in join key lateral limit not on or over returning select",
    "then union unique using values when where with"
  ].flatMap((line) => line.split(" "))
)

/** The functions of a statement that are not classified: the table of engines says nothing about them. */
export const unknownFunctions = (statement: string): ReadonlyArray<string> => {
  const plain = statement.replace(/--.*$/gmu, "").replace(/'(?:[^']|'')*'/gu, "''")
  const called = [...plain.matchAll(/(?<![\w".\\]|as )\b([a-z_]+)\s*\(/gu)].map(([, name = ""]) => name)
  const own = new Set([...plain.matchAll(/\bas (?:materialized )?(\w+) \(/gu)].map(([, name = ""]) => name))
  return [...new Set(called)].filter((name) => !KNOWN.has(name) && !own.has(name))
}

/**
 * Fails if the table differs from what the store sends: a feature that no statement uses, or a function that is not
 * classified.
 */
export const requireUsed = (statements: Iterable<string>): void => {
  const sent = [...statements]
  const used = new Set(sent.flatMap(featuresOf))
  const unused = features.flatMap(([name]) => (used.has(name) ? [] : [name]))
  const unknown = new Set(sent.flatMap(unknownFunctions))
  if (unused.length > 0) throw new Error(`no statement of the store uses ${unused.join(", ")}`)
  if (unknown.size > 0) throw new Error(`classify for other engines: ${[...unknown].join(", ")}`)
}
