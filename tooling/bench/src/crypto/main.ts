import { printedLines } from "../report/printedLines.ts"
import { cryptoLines } from "./lines.ts"

process.stdout.write(printedLines(await cryptoLines({ rounds: 21, slice: 20 })))
