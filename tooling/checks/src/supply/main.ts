import { report, text } from "../workspace/disk.ts"
import { faulty, scripts, unproven } from "./judge.ts"
import { copiesIn, parseLock } from "./Lock.ts"

const { allowScripts } = JSON.parse(text("package.json"))
const lock = parseLock(text("package-lock.json"))
const problems = [...faulty(lock), ...unproven(lock), ...scripts(lock, allowScripts)]

report(
  problems.map((problem) => `supply: ${problem}`),
  `supply: ${copiesIn(lock).length} packages are in order`
)
