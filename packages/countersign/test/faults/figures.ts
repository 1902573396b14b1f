/** Says in one line what a run found: a test that passes shows its assertions to nobody, and these are figures to read. */
export const figure = (line: string): void => void process.stdout.write(`${line}\n`)
