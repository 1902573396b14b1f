import { WarmRunner } from "../../dist/warm/WarmRunner.js"

// Run by warm.test.ts: tests the named mutants one after another in this process.
const [file, ...mutants] = process.argv.slice(2)
const runner = new WarmRunner([file])
await runner.init()
const dry = await runner.dryRun()
const ids = dry.tests.map(({ id }) => id)
const verdicts = []
for (const id of mutants) {
  const options = { activeMutant: { id }, mutantActivation: "runtime", testFilter: ids, hitLimit: 100 }
  verdicts.push(
    await runner.mutantRun(options).then(
      ({ status }) => status,
      ({ message }) => message
    )
  )
}
await runner.dispose()
process.stdout.write(JSON.stringify({ judges: ids.length, verdicts, covered: dry.mutantCoverage }))
