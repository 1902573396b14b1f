/** The private idiom of earlier versions, and what to write instead. `docs/glossary.md` has the terms that replace it. */
const IDIOM: ReadonlyArray<readonly [name: string, pattern: RegExp, instead: string]> = [
  [
    "whoever, nobody, somebody",
    /\b(?:whoever|whomever|whosoever|nobody|somebody|anybody|everybody)\b/iu,
    "name the role: no caller, the operator, another transaction"
  ],
  ["tells, told", /\b(?:tells?|told|telling)\b/iu, "returns, reports, notifies, documents"],
  ["is over", /\b(?:is|are|was|were|be|been) over\b(?! \d)/iu, "has expired, has ended"],
  ["stands", /\b(?:stands?|stood)\b/iu, "is in, is at, represents"],
  ["asks, asked", /\b(?:asks?|asked|asking)\b/iu, "requests, reads, requires"],
  ["kept, keeps", /\b(?:kept|keeps)\b/iu, "stored, cached, retained"],
  ["dear", /\bdear(?:er|est)?\b/iu, "expensive"],
  ["spends, spent", /\b(?:spends?|spent|spending)\b/iu, "consumes, consumed, single-use"],
  ["stranger, the house, desk", /\b(?:strangers?|the house|desks?)\b/iu, "an anonymous caller, the repository"],
  ["plainly", /\bplainly\b/iu, "directly, with the compiled decoder"],
  // A recovery holds a wallet, and a held wallet pays nothing: terms of the glossary.
  ["holds", /\bholds\b(?!\s+(?:the|a|its)\s+(?:wallet|account))/iu, "passes, is valid, stores, contains"],
  ["What as a subject", /(?:^|[.!:] +)What(?:ever)? [^?]*$/u, "a concrete subject: the server, the store, the client"],
  ["that is none", /\b(?:that|which) (?:is|are) none\b|\bis none\b/iu, "malformed, absent, not a ..."],
  ["hears", /\bhear[sd]?\b/iu, "receives, reads"],
  [
    "what is no",
    /(?:^|[|;:,] )what (?:(?:is|are|was|has|can|may) (?:no|not|never)|no|never|fails|failed|ends|comes|describes)\b/iu,
    "the concrete subject: a malformed value, a missing field"
  ],
  ["taken for", /\b(?:is|are|was|be|being) taken for\b/iu, "counts as, is mistaken for"],
  ["judges", /\bjudge[sd]?\b(?!\()/iu, "verifies, checks, decides"],
  ["rests on", /\brests? on\b/iu, "depends on, requires"],
  ["in silence, for ever", /\bin silence\b|\bfor ever\b/iu, "without an error, without end"],
  ["lane", /\blanes?\b/iu, "batch queue"],
  ["mutants that live", /\bmutants? (?:that|which) (?:lived?|survive)\b/iu, "surviving mutants"]
]

export const phrases = IDIOM.map(([name, pattern, instead]) => ({ name, pattern, instead }))
