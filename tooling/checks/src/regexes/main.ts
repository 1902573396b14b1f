import { format } from "../arrows/breach.ts"
import { check } from "./check.ts"
import { readLooked } from "./looked.ts"

const { breaches, count } = await check(readLooked())
for (const breach of breaches) console.log(format(breach))
if (breaches.length === 0) console.log(`regexes: ${count} expressions take time in proportion to their text`)
else process.exitCode = 1
