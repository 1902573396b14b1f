import { Schema } from "effect"
import { text } from "../workspace/disk.ts"
import { faulty, minimums, scripts, unproven } from "./judge.ts"
import { copiesIn, parseLock } from "./Lock.ts"

const Allowed = Schema.Struct({ allowScripts: Schema.Record(Schema.String, Schema.Boolean) })
const { allowScripts } = Schema.decodeUnknownSync(Schema.fromJsonString(Allowed))(text("package.json"))

const lock = parseLock(text("package-lock.json"))
const problems = [...faulty(lock, minimums), ...unproven(lock), ...scripts(lock, allowScripts)]

for (const problem of problems) console.log(`supply: ${problem}`)
if (problems.length > 0) process.exitCode = 1
else console.log(`supply: ${copiesIn(lock).length} packages are in order`)
