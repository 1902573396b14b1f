// Before any code that takes timers and clocks when it is loaded.
import "./scheduler/process.ts"
import { simulate } from "./simulate.ts"

/** Runs one seed in a process of its own, so that nothing of another run is left, and writes its outcome as JSON. */
const [settings = "{}"] = process.argv.slice(2)
const { only, ...rest } = JSON.parse(settings)
const outcome = await simulate({ ...rest, ...(only === undefined ? {} : { only: new Set<number>(only) }) })
process.stdout.write(JSON.stringify(outcome), () => process.exit(0))
