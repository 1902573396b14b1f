import { printedLines } from "../report/Report.ts"
import { cryptoLines } from "./lines.ts"

process.stdout.write(printedLines(await cryptoLines({ rounds: 21, slice: 20 })))
