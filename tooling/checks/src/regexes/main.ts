import { format } from "../arrows/breach.ts"
import { report } from "../workspace/disk.ts"
import { check, readLooked } from "./check.ts"

const { breaches, count } = await check(readLooked())
report(breaches.map(format), `regexes: ${count} expressions take time in proportion to their text`)
