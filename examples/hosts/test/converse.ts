import { describe, expect, it } from "vitest"
import { type Framework, type HostStory, hosts, storiesOf } from "../src/index.ts"

/** Runs the conformance suite for every host of a framework. A test that a host is exempt from fails there, as it says. */
export const converse = (framework: Framework): void => {
  for (const host of hosts[framework]) {
    const stories = storiesOf(host)
    describe(`${host.name} conforms to the host adapter contract`, () => {
      for (const chapter of new Set(stories.map(({ chapter }) => chapter))) {
        describe(chapter, () => stories.filter((story) => story.chapter === chapter).forEach(register))
      }
    })
  }
}

const register = ({ exempt, name, run }: HostStory): void => {
  if (exempt === undefined) it(name, run)
  else it(`exempt, as ${exempt.reason}: ${name}`, () => expect(run()).rejects.toThrow(exempt.fails))
}
